package paratrace.rt;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** Object numbers: handed to threads in blocks, so that a new object costs no shared memory traffic. */
final class Ids {
    private static final Ids ONE = new Ids();
    private static final AtomicIntegerFieldUpdater<Ids> NEXT = AtomicIntegerFieldUpdater.newUpdater(Ids.class, "next");

    private volatile int next = 1;

    /**
     * The first number of a block of so many, all greater than 0. When all 2^31 are used up the trace cannot go on, because
     * two objects would look like one; the program gets 1 again and again, and never notices.
     */
    static int block(int size) {
        for (;;) {
            int first = ONE.next;
            if (first > Integer.MAX_VALUE - size) {
                Recorder.turnOff("all 2,147,483,647 object numbers are used up", null, "; the trace ends here");
                return 1;
            }
            if (NEXT.compareAndSet(ONE, first, first + size)) {
                return first;
            }
        }
    }

    /** Loads what the others need. */
    static void prepare() {
        NEXT.compareAndSet(ONE, 0, 0);
    }

    private Ids() {}
}
