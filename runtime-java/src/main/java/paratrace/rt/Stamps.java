package paratrace.rt;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * Where stamps come from: one counter. A thread takes the next number after it may have acquired something ({@link
 * Probe#acquired}), and records it with its place in the control column.
 *
 * <p>Everything from one stamp of a thread to its next is a <em>unit</em>. Of two threads that synchronise, the one that
 * releases took the stamp of its unit before it released; the one that acquires looks at the counter after that, so it finds
 * at least that number and either takes a higher one or has one already. Units in the order of their stamps therefore respect
 * happens-before. A clock would not do: nothing says that two threads read different times. Measured figures are in {@code
 * runtime-java/README.md}.
 */
final class Stamps {
    static final Stamps ONE = new Stamps();

    /** Around it a cache line that nothing else uses: every thread reads it all the time. */
    long before1, before2, before3, before4, before5, before6, before7;
    /** The latest stamp; 0 as long as one thread has been alone. */
    volatile long last;
    long after1, after2, after3, after4, after5, after6, after7;

    /** Class initialisers that have ended. */
    volatile int initialized;

    /** The next stamp. */
    static long next() {
        return Updaters.LAST.incrementAndGet(ONE);
    }

    /** One more class is initialised. */
    static void initialized() {
        Updaters.INITIALIZED.incrementAndGet(ONE);
    }

    /** Loads what the others need. */
    static void prepare() {
        Updaters.LAST.compareAndSet(ONE, 0, 0);
        Updaters.INITIALIZED.compareAndSet(ONE, 0, 0);
    }

    /** Apart: a traced JDK looks at stamps before it can make these. */
    private static final class Updaters {
        static final AtomicLongFieldUpdater<Stamps> LAST = AtomicLongFieldUpdater.newUpdater(Stamps.class, "last");
        static final AtomicIntegerFieldUpdater<Stamps> INITIALIZED =
                AtomicIntegerFieldUpdater.newUpdater(Stamps.class, "initialized");
    }

    private Stamps() {}
}
