import java.util.concurrent.locks.ReentrantLock;

/** Four threads with a quarter of their work under one lock of java.util.concurrent: once they have lined up, none waits. */
public class Locked {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static long sum;

    public static void main(String[] args) throws InterruptedException {
        int size = Work.size(args);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 20; k++) {
                    long own = Work.of(number + k, 3 * size / 16);
                    LOCK.lock();
                    try {
                        sum += Work.of(own, size / 16);
                    } finally {
                        LOCK.unlock();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sum);
    }
}
