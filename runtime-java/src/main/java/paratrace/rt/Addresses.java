package paratrace.rt;

/** Which elements of arrays lie at the offsets that {@code Unsafe} takes. */
final class Addresses {
    /** Offset of the first reference of an array, and the distance of the next one; 0 as long as they are not known. */
    private static int first, size;

    /** Asks the JVM, once the program begins. Only a runtime inside of {@code java.base} gets an answer, and needs one. */
    static void find() {
        try {
            Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
            first = unsafe.getField("ARRAY_OBJECT_BASE_OFFSET").getInt(null);
            size = unsafe.getField("ARRAY_OBJECT_INDEX_SCALE").getInt(null);
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            size = 0;
        }
    }

    /**
     * Data of an access to a reference: hash of the array and index of the element. References anywhere else count as one
     * element of {@code unsafe}.
     */
    static void record(Object unsafe, Object o, long offset, Buffer b) {
        if (o instanceof Object[] && size != 0) {
            Probe.element(o, (int) ((offset - first) / size), b);
        } else {
            Probe.element(unsafe, 0, b);
        }
    }

    private Addresses() {}
}
