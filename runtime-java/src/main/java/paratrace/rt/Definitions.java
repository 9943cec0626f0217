package paratrace.rt;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Numbers that are given to classes, and to names of fields, and what the trace does not say of them yet. */
final class Definitions {
    private static final Definitions ONE = new Definitions();
    private static final AtomicIntegerFieldUpdater<Definitions> NEXT =
            AtomicIntegerFieldUpdater.newUpdater(Definitions.class, "next");
    private static final AtomicReferenceFieldUpdater<Definitions, Definition> LATEST =
            AtomicReferenceFieldUpdater.newUpdater(Definitions.class, Definition.class, "latest");

    private volatile int next = 1;
    /** The latest definition, and behind it those before. */
    private volatile Definition latest;

    /** What the writer has taken over, and not yet written. Of the writer alone. */
    private static Definition unwritten;

    /** A new number. It is in the trace before the first events that the calling thread hands over from now on. */
    static int add(Object what) {
        Definition definition = new Definition(what, NEXT.getAndIncrement(ONE));
        do {
            definition.before = ONE.latest;
        } while (!LATEST.compareAndSet(ONE, definition.before, definition));
        return definition.number;
    }

    /** Whether the writer has something to say. */
    static boolean isPending() {
        takeOver();
        return unwritten != null;
    }

    private static void takeOver() {
        Definition taken = LATEST.getAndSet(ONE, null);
        if (taken == null) {
            return;
        }
        Definition oldest = taken;
        while (oldest.before != null) {
            oldest = oldest.before;
        }
        oldest.before = unwritten;
        unwritten = taken;
    }

    /** The payload that defines what has got numbers. It stays to be done until {@link #written}. */
    static void write(Bytes payload) {
        int count = 0;
        for (Definition each = unwritten; each != null; each = each.before) {
            count++;
        }
        payload.int32(count);
        for (Definition each = unwritten; each != null; each = each.before) {
            payload.int32(each.number);
            payload.string(each.what instanceof String ? (String) each.what : Hidden.name((Class<?>) each.what));
        }
    }

    /** It is in the trace, or there is no trace. */
    static void written() {
        unwritten = null;
    }

    private static final class Definition {
        final Object what;
        final int number;
        Definition before;

        Definition(Object what, int number) {
            this.what = what;
            this.number = number;
        }
    }

    private Definitions() {}
}
