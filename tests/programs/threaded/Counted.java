import java.util.concurrent.atomic.AtomicInteger;

/** Four threads take pieces of work by a common counter, until there are no more. */
public class Counted {
    public static void main(String[] args) throws InterruptedException {
        int size = Work.size(args);
        AtomicInteger next = new AtomicInteger();
        long[] results = new long[64];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            threads[i] = new Thread(() -> {
                for (int piece = next.getAndIncrement(); piece < results.length; piece = next.getAndIncrement()) {
                    results[piece] = Work.of(piece, size / 4);
                }
            });
            threads[i].start();
        }
        long sum = 0;
        for (Thread thread : threads) {
            thread.join();
        }
        for (long result : results) {
            sum += result;
        }
        System.out.println(sum);
    }
}
