package paratrace.rt;

import java.util.Arrays;

/**
 * Numbers of classes. A class keeps its number itself ({@code ClassValue}), as a plain {@code Integer}, so that neither
 * side keeps the other's class loader alive. Each number is defined in the trace before the first events that use it.
 */
final class Classes extends ClassValue<Integer> {
    private static final Classes NUMBERS = new Classes();

    /** Numbered, and not yet defined in the trace: classes, and names of fields. Guarded by {@link Mutex}. */
    private static Object[] pending = new Object[64];
    private static int[] pendingNumbers = new int[64];
    private static int pendingCount;
    private static int next = 1;

    /**
     * Numbers asked for lately, by identity hash. {@code ClassValue} is itself traced in a traced JDK, which costs too much where the
     * receiver of a call changes all the time. The writer forgets them at each look, so that no class is kept from being unloaded.
     */
    private static final Known[] KNOWN = new Known[256];

    /** The number of a class if it is at hand, else 0. */
    static int known(Class<?> c) {
        Known known = KNOWN[slot(c)];
        return known != null && known.c == c ? known.number : 0;
    }

    static int number(Class<?> c) {
        int number = NUMBERS.get(c).intValue();
        if (Recorder.state == Recorder.RUNNING) {
            KNOWN[slot(c)] = new Known(c, number);
        }
        return number;
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
    protected Integer computeValue(Class<?> c) {
        return Integer.valueOf(define(c));
    }

    /** A new number for a class, or for the name of a field. */
    static int define(Object what) {
        Mutex.lock();
        try {
            if (pendingCount == pending.length) {
                Object[] classes = new Object[2 * pendingCount];
                int[] numbers = new int[2 * pendingCount];
                System.arraycopy(pending, 0, classes, 0, pendingCount);
                System.arraycopy(pendingNumbers, 0, numbers, 0, pendingCount);
                pending = classes;
                pendingNumbers = numbers;
            }
            pending[pendingCount] = what;
            pendingNumbers[pendingCount] = next;
            pendingCount++;
            return next++;
        } finally {
            Mutex.ONE.held = 0;
        }
    }

    /** The payload that defines the classes numbered since the last call, or null. */
    static Bytes takePending() {
        Object[] classes;
        int[] numbers;
        Mutex.lock();
        try {
            if (pendingCount == 0) {
                return null;
            }
            classes = new Object[pendingCount];
            numbers = new int[pendingCount];
            System.arraycopy(pending, 0, classes, 0, classes.length);
            System.arraycopy(pendingNumbers, 0, numbers, 0, classes.length);
            for (int i = 0; i < pendingCount; i++) {
                pending[i] = null;
            }
            pendingCount = 0;
        } finally {
            Mutex.ONE.held = 0;
        }
        Bytes payload = new Bytes(64 * classes.length + 4);
        payload.int32(classes.length);
        for (int i = 0; i < classes.length; i++) {
            payload.int32(numbers[i]);
            payload.string(classes[i] instanceof String ? (String) classes[i] : Hidden.name((Class<?>) classes[i]));
        }
        return payload;
    }

    /** Loads what the others need. */
    static void prepare() {
        number(Object.class);
        Hidden.prepare();
        Reflected.prepare();
    }

    /** Cannot be seen half written, though threads share it without a lock: its fields are final. */
    private static final class Known {
        final Class<?> c;
        final int number;

        Known(Class<?> c, int number) {
            this.c = c;
            this.number = number;
        }
    }

    private Classes() {}
}
