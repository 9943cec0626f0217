import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Virtual threads with the same work, four each: started one by one, by executors, and by another virtual thread. */
public final class Started {
    static final int[] results = new int[16];

    static int work(int seed) {
        int x = seed;
        for (int i = 0; i < 50_000; i++) {
            x = x * 31 + i;
        }
        return x;
    }

    static Thread made(int number) {
        return Thread.ofVirtual().unstarted(() -> results[number] = work(number));
    }

    static void startFour(int first) {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            threads[i] = made(first + i);
        }
        for (Thread thread : threads) { // starts
            thread.start();
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        startFour(0); // all
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 4; i < 8; i++) { // submits
                int number = i;
                executor.submit(() -> results[number] = work(number));
            }
        }
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 8; i < 12; i++) { // has ended
                int number = i;
                executor.submit(() -> results[number] = work(number));
            }
            Thread.sleep(500);
        }
        Thread.ofVirtual().start(() -> startFour(12)).join();
        int sum = 0;
        for (int result : results) {
            sum += result;
        }
        System.out.println(sum);
    }
}
