package paratrace.rt;

import java.util.Arrays;

/**
 * Numbers of classes. A class keeps its number itself ({@code ClassValue}), in objects of the platform only, so that neither
 * side keeps the other's class loader alive. Each number is defined in the trace before the first events that use it.
 */
final class Classes extends ClassValue<Object[]> {
    private static final Classes NUMBERS = new Classes();

    /**
     * Classes asked for lately, each with its number, by identity hash. {@code ClassValue} is itself traced in a traced JDK, which costs
     * too much where the receiver of a call changes all the time. The writer forgets them at each look, so that no class is kept
     * from being unloaded. To put one back takes no memory, as there may be none. Threads share the pairs without a lock: who sees one
     * half made sees a null in it.
     */
    private static final Object[][] KNOWN = new Object[256][];

    /** The number of a class if it is at hand, else 0. */
    static int known(Class<?> c) {
        Object[] known = KNOWN[slot(c)];
        if (known == null || known[0] != c) {
            return 0;
        }
        Integer number = (Integer) known[1];
        return number == null ? 0 : number.intValue();
    }

    static int number(Class<?> c) {
        Object[] numbered = NUMBERS.get(c);
        if (Recorder.state == Recorder.RUNNING) {
            KNOWN[slot(c)] = numbered;
        }
        return ((Integer) numbered[1]).intValue();
    }

    /** Called by the writer. */
    static void forgetKnown() {
        Arrays.fill(KNOWN, null);
    }

    private static int slot(Class<?> c) {
        return System.identityHashCode(c) & KNOWN.length - 1;
    }

    /** Two threads may number a class at once; both numbers are defined, one of them is used. */
    @Override
    protected Object[] computeValue(Class<?> c) {
        return new Object[] {c, Integer.valueOf(define(c))};
    }

    /** A new number for a class, or for the name of a field. */
    static int define(Object what) {
        return Definitions.add(what);
    }

    /** Loads what the others need. */
    static void prepare() {
        number(Object.class);
        Hidden.prepare();
        Reflected.prepare();
    }

    private Classes() {}
}
