package paratrace.rt;

/** Which elements of arrays lie at the offsets that {@code Unsafe} takes. */
final class Addresses {
    /** Alignment of elements of eight bytes. */
    private static final int ALIGNED = 7;

    /**
     * Data of an access to a reference: hash of the array and index of the element. References anywhere else count as one
     * element of {@code unsafe}. Arrays begin at {@code first}, and each reference takes {@code size} bytes.
     */
    static void record(Object unsafe, Object o, long offset, long first, int size, Buffer b) {
        if (o instanceof Object[]) {
            Probe.element(o, (int) ((offset - first) / size), b);
        } else {
            Probe.element(unsafe, 0, b);
        }
    }

    /**
     * Data of an access to a primitive value: hash of the array, the first and the last of its elements. Memory outside of the heap
     * counts as elements of {@code unsafe}, by its address; of the fields of objects nobody knows which it is. Elements begin at
     * {@code first}, those of eight bytes at the next multiple of eight.
     */
    static void recordBytes(Object unsafe, Object o, long offset, long first, int width, Buffer b) {
        if (o == null) {
            int at = (int) (offset & Integer.MAX_VALUE);
            range(unsafe, Math.min(at, Integer.MAX_VALUE - width), width, 1, b);
            return;
        }
        int size = size(o);
        if (size == 0) {
            Probe.element(unsafe, -1, b);
            Probe.value(-1, b);
        } else {
            range(o, offset - first(first, size), width, size, b);
        }
    }

    /** Where elements of so many bytes begin. */
    static long first(long first, int size) {
        return size > ALIGNED ? (first + ALIGNED) & ~(long) ALIGNED : first;
    }

    private static void range(Object array, long at, int width, int size, Buffer b) {
        Probe.element(array, (int) (at / size), b);
        Probe.value((int) ((at + width - 1) / size), b);
    }

    /** Bytes of an element, 0 of what is no array of primitive values. */
    static int size(Object o) {
        if (o instanceof byte[] || o instanceof boolean[]) {
            return 1;
        }
        if (o instanceof char[] || o instanceof short[]) {
            return 2;
        }
        if (o instanceof int[] || o instanceof float[]) {
            return 4;
        }
        return o instanceof long[] || o instanceof double[] ? 8 : 0;
    }

    private Addresses() {}
}
