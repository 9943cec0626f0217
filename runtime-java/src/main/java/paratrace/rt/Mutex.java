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

    /** Who is inside, by the hash of the thread; 0: nobody. */
    volatile int held;

    static void lock() {
        int ticket = ticket();
        for (int i = 0; !HELD.compareAndSet(ONE, 0, ticket); i++) {
            if (i >= SPINS) {
                giveWay();
            }
        }
    }

    private static int ticket() {
        int hash = System.identityHashCode(Thread.currentThread());
        return hash == 0 ? 1 : hash;
    }

    /** After {@code Thread.stop}, which may strike between entering and the {@code try}, or within the {@code finally}. */
    static void leaveIfInside() {
        if (ONE.held == ticket()) {
            ONE.held = 0;
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
