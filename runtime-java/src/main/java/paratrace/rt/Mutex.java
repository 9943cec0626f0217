package paratrace.rt;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * The one lock between program threads and the writer. It is held for a few stores, or while the writer copies a column
 * (some 10 µs), so those who wait spin, and yield if they are no virtual threads. Not a monitor, for two reasons: a thread that waits for a monitor in a
 * virtual thread gives up its carrier, and thousands of those in line keep the writer out for seconds; and leaving must
 * never fail. It is one store and no call, so it works at the very end of the stack too:
 *
 * <pre>
 * Mutex.lock();
 * try {
 *     …
 * } finally {
 *     Mutex.ONE.held = 0;
 * }
 * </pre>
 *
 * Not reentrant.
 */
final class Mutex {
    static final Mutex ONE = new Mutex();

    private static final AtomicIntegerFieldUpdater<Mutex> HELD = AtomicIntegerFieldUpdater.newUpdater(Mutex.class, "held");

    private static final int SPINS = 64;

    /** 1 while somebody is inside. */
    volatile int held;

    static void lock() {
        for (int i = 0; !HELD.compareAndSet(ONE, 0, 1); i++) {
            if (i >= SPINS) {
                giveWay();
            }
        }
    }

    private static void giveWay() {
        if (JavaThread.isVirtual(Thread.currentThread())) {
            JavaThread.spin();
        } else {
            Thread.yield();
        }
    }

    private Mutex() {}
}
