/** Elements are added at both ends of a deque: parts of it cannot be joined one after the other. */
public class DequeBothEnds {
    public static void main(String[] args) {
        java.util.ArrayDeque<Integer> deque = new java.util.ArrayDeque<>();
        for (int i = 0; i < 2000; i++) { // advice: not-known | serial
            int value = i * 7919 % 1009;
            if (value % 3 == 0) {
                deque.addFirst(value);
            } else {
                deque.addLast(value);
            }
        }
        int hash = 0;
        for (int value : deque) {
            hash = hash * 31 + value;
        }
        System.out.println(hash);
    }
}
