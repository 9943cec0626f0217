import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.ReentrantLock;

/** Volatile fields that two threads update in two steps, and others that only look so. */
public class VolatileCounters {
    static final AtomicIntegerFieldUpdater<VolatileCounters> UPDATER =
            AtomicIntegerFieldUpdater.newUpdater(VolatileCounters.class, "updated");
    static final ReentrantLock LOCK = new ReentrantLock();
    static volatile int count;
    static volatile int turn;
    static volatile int watched;
    static volatile int progress;
    static volatile int alone;
    volatile long total;
    volatile int guarded;
    volatile int locked;
    volatile int updated;

    void add(int by) {
        count++; // lost
        total = by + total; // lost
        watched++; // who also reads it may wait for a turn: not told
        if (watched < 0) {
            throw new IllegalStateException();
        }
        synchronized (this) {
            guarded++;
        }
        LOCK.lock();
        locked += by;
        LOCK.unlock();
        UPDATER.incrementAndGet(this);
    }

    /** Each waits for its turn. */
    static void take(int me) {
        while (turn % 2 != me) {
            Thread.onSpinWait();
        }
        turn++;
    }

    public static void main(String[] args) throws Exception {
        VolatileCounters shared = new VolatileCounters();
        alone++;
        Thread[] all = new Thread[2];
        for (int t = 0; t < all.length; t++) {
            int me = t;
            all[t] = new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    shared.add(i);
                    take(me);
                    if (me == 0) {
                        progress++;
                        alone++;
                    } else if (progress > 1000) {
                        throw new IllegalStateException();
                    }
                }
            });
            all[t].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        alone++;
        System.out.println(shared.guarded + shared.locked + shared.updated + turn + progress + alone);
    }
}
