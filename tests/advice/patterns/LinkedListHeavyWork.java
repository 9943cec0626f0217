/** Much work per node of a list: only finding the next node is in order. */
public class LinkedListHeavyWork {
    int value;
    LinkedListHeavyWork next;

    public static void main(String[] args) {
        LinkedListHeavyWork head = null;
        for (int i = 0; i < 100; i++) {
            LinkedListHeavyWork node = new LinkedListHeavyWork();
            node.value = i;
            node.next = head;
            head = node;
        }
        for (LinkedListHeavyWork n = head, next; n != null; n = next) { // advice: overlapping via n
            next = n.next;
            int hash = n.value;
            for (int j = 0; j < 300; j++) {
                hash = hash * hash % 10007 + j;
            }
            n.value = hash;
        }
        System.out.println(head.value + head.next.value);
    }
}
