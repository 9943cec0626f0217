package paratrace.rt;

import java.util.concurrent.atomic.AtomicInteger;

/** Object numbers: handed to threads in blocks, so that a new object costs no shared memory traffic. */
final class Ids {
    private static final AtomicInteger NEXT = new AtomicInteger(1);

    /**
     * The first number of a block of so many, all greater than 0. When all 2^31 are used up the trace cannot go on, because
     * two objects would look like one; the program gets 1 again and again, and never notices.
     */
    static int block(int size) {
        for (;;) {
            int first = NEXT.get();
            if (first > Integer.MAX_VALUE - size) {
                Recorder.turnOff("all 2,147,483,647 object numbers are used up", null, "; the trace ends here");
                return 1;
            }
            if (NEXT.compareAndSet(first, first + size)) {
                return first;
            }
        }
    }

    private Ids() {}
}
