package paratrace.rt;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * The lock of one buffer, between its thread and the writer. No thread of the program ever waits for another one's: a thread that is
 * suspended while it holds it keeps nobody, as the writer does not wait for long, and looks again later.
 *
 * <p>It is held for a few stores, or while the writer copies a column (some 10 µs), so a thread that waits spins, and yields if
 * it is no virtual thread. Not a monitor, for two reasons: a thread that waits for a monitor in a
 * virtual thread gives up its carrier, and thousands of those in line keep the writer out for seconds; and leaving must
 * never fail. It is one store and no call, so it works at the very end of the stack too:
 *
 * <pre>
 * b.mutex.lock();
 * try {
 *     …
 * } finally {
 *     b.mutex.held = 0;
 * }
 * </pre>
 *
 * Not reentrant.
 */
final class Mutex {
    private static final int OWNER = 1;
    private static final int WRITER = 2;

    private static final int SPINS = 64;
    /** After so many the owner is not running. */
    private static final int WRITER_SPINS = 256;

    /** Who is inside; 0: nobody. */
    volatile int held;

    /** For the owner of the buffer. */
    void lock() {
        for (int i = 0; !Updater.HELD.compareAndSet(this, 0, OWNER); i++) {
            if (i >= SPINS) {
                giveWay();
            }
        }
    }

    /** For the writer. False if somebody is inside, and does not come out. */
    boolean lockIfFree() {
        for (int i = 0; !Updater.HELD.compareAndSet(this, 0, WRITER); i++) {
            if (i >= WRITER_SPINS) {
                return false;
            }
            if (i >= SPINS) {
                giveWay();
            }
        }
        return true;
    }

    /** After {@code Thread.stop}, which may strike between entering and the {@code try}, or within the {@code finally}. */
    void leaveIfInside() {
        if (held == OWNER) {
            held = 0;
        }
    }

    private static void giveWay() {
        if (JavaThread.isVirtual(Thread.currentThread())) {
            JavaThread.spin();
        } else {
            Thread.yield();
        }
    }

    /** Loads what the others need. */
    static void prepare() {
        Mutex mutex = new Mutex();
        mutex.lock();
        mutex.held = 0;
    }

    /** Apart: a traced JDK has buffers before it can make this. */
    private static final class Updater {
        static final AtomicIntegerFieldUpdater<Mutex> HELD = AtomicIntegerFieldUpdater.newUpdater(Mutex.class, "held");
    }
}
