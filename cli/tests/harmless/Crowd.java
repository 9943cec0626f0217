// Thousands of threads at once in a small heap.
// options: -Xmx64m -Xss256k

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

public class Crowd {
    static final int THREADS = 2_000;

    static int work(int[] cells) {
        for (int i = 0; i < cells.length; i++) {
            cells[i] += i;
        }
        return cells[cells.length - 1];
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch there = new CountDownLatch(THREADS);
        CountDownLatch go = new CountDownLatch(1);
        AtomicLong sum = new AtomicLong();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> {
                int[] cells = new int[20];
                sum.addAndGet(work(cells));
                there.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                sum.addAndGet(work(cells));
            });
            threads[i].start();
        }
        there.await();
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sum);
    }
}
