/** A queue takes no more elements than it has room for, and what comes later is told so. */
public class QueueFull {
    public static void main(String[] args) {
        java.util.Queue<Integer> queue = new java.util.concurrent.ArrayBlockingQueue<>(100);
        boolean[] taken = new boolean[300];
        for (int i = 0; i < taken.length; i++) { // advice: serial | not-known
            taken[i] = queue.offer(i * 7 % 31);
        }
        System.out.println(taken[299]);
    }
}
