/** A queue of one element carries a value. */
public class ConcurrentQueueChain {
    public static void main(String[] args) throws Exception {
        java.util.concurrent.ConcurrentLinkedQueue<Integer> queue = new java.util.concurrent.ConcurrentLinkedQueue<>();
        queue.add(1);
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            int last = queue.poll();
            queue.add((last * last + i) % 10007);
        }
        System.out.println(queue.poll());
    }
}
