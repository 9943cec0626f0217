/** A doubly linked list with inserts, removals and a reversal in place. */
public class LinkedListByHand {
    static class Link {
        int value;
        Link next;
        Link previous;
    }

    Link head;
    Link tail;
    int size;

    void add(int v) {
        Link l = new Link();
        l.value = v;
        l.previous = tail;
        if (tail == null) {
            head = l;
        } else {
            tail.next = l;
        }
        tail = l;
        size++;
    }

    void remove(Link l) {
        if (l.previous == null) head = l.next; else l.previous.next = l.next;
        if (l.next == null) tail = l.previous; else l.next.previous = l.previous;
        size--;
    }

    void reverse() {
        for (Link l = head; l != null; l = l.previous) {
            Link n = l.next;
            l.next = l.previous;
            l.previous = n;
        }
        Link h = head;
        head = tail;
        tail = h;
    }

    public static void main(String[] args) {
        LinkedListByHand list = new LinkedListByHand();
        for (int i = 0; i < 30; i++) {
            list.add(i * 7 % 11);
        }
        for (Link l = list.head; l != null; l = l.next) {
            if (l.value % 3 == 0) list.remove(l);
        }
        list.reverse();
        int sum = 0;
        for (Link l = list.head; l != null; l = l.next) sum = sum * 3 + l.value;
        System.out.println(list.size + " " + sum);
    }
}
