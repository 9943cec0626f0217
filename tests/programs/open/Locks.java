import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Locks, conditions, barriers, queues and atomics between several threads. */
public class Locks {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition CHANGED = LOCK.newCondition();
    static int turn;
    static final StringBuffer LOG = new StringBuffer();

    static void player(int me, int rounds, int players) {
        for (int r = 0; r < rounds; r++) {
            LOCK.lock();
            try {
                while (turn % players != me) {
                    CHANGED.awaitUninterruptibly();
                }
                LOG.append(me);
                turn++;
                CHANGED.signalAll();
            } finally {
                LOCK.unlock();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[3];
        AtomicLong total = new AtomicLong();
        CyclicBarrier barrier = new CyclicBarrier(3);
        LinkedBlockingQueue<Integer> results = new LinkedBlockingQueue<>();
        for (int i = 0; i < 3; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                player(me, 5, 3);
                total.addAndGet(me * 10 + 1);
                try {
                    barrier.await();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                results.add((int) total.get());
            });
            threads[i].start();
        }
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += results.take();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(LOG + " " + sum);
    }
}
