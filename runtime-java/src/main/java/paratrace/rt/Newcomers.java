package paratrace.rt;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Threads that have registered, and that the writer has not seen yet: a list, the latest first. */
final class Newcomers {
    private static final Newcomers ONE = new Newcomers();
    private static final AtomicReferenceFieldUpdater<Newcomers, Buffer> LATEST =
            AtomicReferenceFieldUpdater.newUpdater(Newcomers.class, Buffer.class, "latest");
    private static final AtomicIntegerFieldUpdater<Newcomers> ALL = AtomicIntegerFieldUpdater.newUpdater(Newcomers.class, "all");

    private volatile Buffer latest;
    /** 1 when the first thread of all has come. */
    private volatile int all;

    /** Whether the caller is the first of all. */
    static boolean isFirst() {
        return ALL.compareAndSet(ONE, 0, 1);
    }

    static void add(Buffer b) {
        do {
            b.nextFresh = ONE.latest;
        } while (!LATEST.compareAndSet(ONE, b.nextFresh, b));
    }

    static Buffer take() {
        return LATEST.getAndSet(ONE, null);
    }

    /** Loads what the others need. */
    static void prepare() {
        LATEST.compareAndSet(ONE, null, null);
    }

    private Newcomers() {}
}
