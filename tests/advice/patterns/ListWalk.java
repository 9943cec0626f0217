/** A list is walked the usual way; the work on each node waits for nothing but finding it. */
public class ListWalk {
    int value;
    ListWalk next;

    public static void main(String[] args) {
        ListWalk head = null;
        for (int i = 0; i < 100; i++) {
            ListWalk node = new ListWalk();
            node.value = i;
            node.next = head;
            head = node;
        }
        for (ListWalk n = head; n != null; n = n.next) { // advice: overlapping via n
            int hash = n.value;
            for (int j = 0; j < 300; j++) {
                hash = hash * hash % 10007 + j;
            }
            n.value = hash;
        }
        System.out.println(head.value + head.next.value);
    }
}
