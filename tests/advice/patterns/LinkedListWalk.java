/** Where the next node is, and whether there is one, is read from the last one. */
public class LinkedListWalk {
    int value;
    LinkedListWalk next;

    public static void main(String[] args) {
        LinkedListWalk head = null;
        for (int i = 0; i < 3000; i++) {
            LinkedListWalk node = new LinkedListWalk();
            node.value = i * 7 % 31;
            node.next = head;
            head = node;
        }
        int sum = 0;
        for (LinkedListWalk node = head; node != null; node = node.next) { // advice: search | serial
            sum += node.value;
        }
        System.out.println(sum);
    }
}
