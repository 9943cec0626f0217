import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Four virtual threads, and four tasks of an executor that has a virtual thread for each, with the same work. */
public final class Started {
    static int work(int seed) {
        int x = seed;
        for (int i = 0; i < 50_000; i++) {
            x = x * 31 + i;
        }
        return x;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] results = new int[8];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int number = i;
            threads[i] = Thread.ofVirtual().start(() -> results[number] = work(number));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 4; i < 8; i++) {
                int number = i;
                executor.submit(() -> results[number] = work(number));
            }
        }
        int sum = 0;
        for (int result : results) {
            sum += result;
        }
        System.out.println(sum);
    }
}
