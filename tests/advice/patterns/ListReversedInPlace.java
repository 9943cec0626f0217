/** A linked list is turned round by setting each link back. */
public class ListReversedInPlace {
    ListReversedInPlace next;
    int value;

    public static void main(String[] args) {
        ListReversedInPlace first = null;
        for (int i = 0; i < 2000; i++) { // advice: serial | overlapping | with-changes
            ListReversedInPlace node = new ListReversedInPlace();
            node.value = i;
            node.next = first;
            first = node;
        }
        ListReversedInPlace reversed = null;
        while (first != null) { // advice: serial | search | overlapping
            ListReversedInPlace rest = first.next;
            first.next = reversed;
            reversed = first;
            first = rest;
        }
        System.out.println(reversed.value + reversed.next.value);
    }
}
