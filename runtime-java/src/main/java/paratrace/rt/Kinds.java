package paratrace.rt;

import jdk.internal.vm.annotation.DontInline;

/** What probes ask of an object's class. Nothing is initialised for it: a traced JDK asks before it can run much. */
final class Kinds {
    /** The number of an object's class, 0 for null. */
    static int index(Object o, Buffer b) {
        if (o == null) {
            return 0;
        }
        return number(o.getClass(), b);
    }

    /** The number of a class. */
    static int number(Class<?> c, Buffer b) {
        return c == b.lastClass ? b.lastClassIndex : find(c, b);
    }

    @DontInline
    private static int find(Class<?> c, Buffer b) {
        try {
            return b.number(c);
        } catch (Throwable e) {
            if (e instanceof OutOfMemoryError && Reserve.release() || !(e instanceof VirtualMachineError) && b.keepStop(e)) {
                return find(c, b);
            }
            // No memory, no stack: what is recorded is wrong, so it counts as lost.
            b.dropped++;
            return 0;
        }
    }

    /** Whether a call cannot change anything in this object: strings and boxes. */
    static boolean isStateless(Object o) {
        if (o == null) {
            return true;
        }
        Class<?> c = o.getClass();
        return c == String.class || c == Integer.class || c == Long.class || c == Double.class || c == Boolean.class
                || c == Character.class || c == Byte.class || c == Short.class || c == Float.class;
    }

    private Kinds() {}
}
