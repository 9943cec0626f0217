/** Elements are added at both ends of a linked list: parts of it cannot be joined one after the other. */
public class LinkedListBothEnds {
    public static void main(String[] args) {
        java.util.LinkedList<Integer> list = new java.util.LinkedList<>();
        for (int i = 0; i < 2000; i++) { // advice: not-known | serial
            int value = i * 7919 % 1009;
            if (value % 3 == 0) {
                list.addFirst(value);
            } else {
                list.addLast(value);
            }
        }
        System.out.println(list.get(77) + list.get(1999));
    }
}
