package paratrace.rt;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/** Sums that all threads add to, and the steps that only one of them may take. */
final class Totals {
    private static final Totals ONE = new Totals();

    private static final AtomicLongFieldUpdater<Totals> LOST = AtomicLongFieldUpdater.newUpdater(Totals.class, "lost");
    private static final AtomicLongFieldUpdater<Totals> LATE = AtomicLongFieldUpdater.newUpdater(Totals.class, "late");
    private static final AtomicLongFieldUpdater<Totals> COLUMNS = AtomicLongFieldUpdater.newUpdater(Totals.class, "columns");
    private static final AtomicIntegerFieldUpdater<Totals> LIVE = AtomicIntegerFieldUpdater.newUpdater(Totals.class, "live");
    private static final AtomicIntegerFieldUpdater<Totals> FRESH = AtomicIntegerFieldUpdater.newUpdater(Totals.class, "fresh");
    private static final AtomicIntegerFieldUpdater<Totals> ENDING = AtomicIntegerFieldUpdater.newUpdater(Totals.class, "ending");

    /** Values that were recorded and are not in the trace. */
    private volatile long lost;
    /** Those that were recorded after its end. */
    private volatile long late;
    /** Bytes of all columns that threads are filling. */
    private volatile long columns;
    /** Threads that are known, and those that the writer has not seen yet. */
    private volatile int live;
    private volatile int fresh;
    /** What {@link Recorder#state} becomes. */
    private volatile int ending = Recorder.RUNNING;

    static long lost() {
        return ONE.lost;
    }

    static void lose(long values) {
        LOST.addAndGet(ONE, values);
    }

    static long late() {
        return ONE.late;
    }

    static void addLate(long values) {
        LATE.addAndGet(ONE, values);
    }

    static long columns() {
        return ONE.columns;
    }

    static void addColumns(long bytes) {
        COLUMNS.addAndGet(ONE, bytes);
    }

    static int live() {
        return ONE.live;
    }

    static void addLive(int threads) {
        LIVE.addAndGet(ONE, threads);
    }

    static int fresh() {
        return ONE.fresh;
    }

    static void addFresh(int threads) {
        FRESH.addAndGet(ONE, threads);
    }

    /** Whether the caller is the one that ends tracing in this way. An end in order may still go wrong. */
    static boolean end(int how) {
        return ENDING.compareAndSet(ONE, Recorder.RUNNING, how)
                || how == Recorder.OFF && ENDING.compareAndSet(ONE, Recorder.ENDED, how);
    }

    /** Loads what the others need. */
    static void prepare() {
        lose(0);
        addLate(0);
        addColumns(0);
        addLive(0);
        addFresh(0);
        ENDING.compareAndSet(ONE, -1, -1);
    }

    private Totals() {}
}
