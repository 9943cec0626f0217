import java.util.concurrent.locks.ReentrantLock;

/** As HalfLocked, with a lock of java.util.concurrent. */
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
                    long own = Work.of(number + k, size / 8);
                    LOCK.lock();
                    try {
                        sum += Work.of(own, size / 8);
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
