package paratrace.rt;

/**
 * Ranges of elements that a call is given: hash of the array, first index, number of elements. What lies outside of the array is left out:
 * the call throws, or does not go so far.
 */
final class Ranges {
    /** Elements from the first one on, or all up to the end if the number is below 0. */
    static void record(Object array, int first, int count, Buffer b) {
        int length = length(array);
        int from = Math.min(Math.max(first, 0), length);
        int rest = length - from;
        Probe.element(array, from, b);
        Probe.value(count < 0 || count > rest ? rest : count, b);
    }

    /**
     * Elements that have bytes from an offset on. Memory outside of the heap counts as elements of {@code unsafe}, by its address, as in
     * {@link Addresses#recordBytes}.
     */
    static void recordBytes(Object o, long offset, long bytes, Object unsafe, long first, Buffer b) {
        if (o == null) {
            int at = (int) (offset & Integer.MAX_VALUE);
            Probe.element(unsafe, at, b);
            Probe.value((int) Math.min(Math.max(bytes, 0), Integer.MAX_VALUE - at), b);
            return;
        }
        int size = Math.max(1, Addresses.size(o));
        long start = Math.max(0, offset - Addresses.first(first, size));
        int from = (int) Math.min(start / size, length(o));
        record(o, from, bytes <= 0 ? 0 : (int) Math.min((start + bytes - 1) / size + 1 - from, Integer.MAX_VALUE), b);
    }

    /** The length of an array, 0 of what is none. {@code Class.isArray} is traced in newer JDKs. */
    static int length(Object array) {
        boolean is = array instanceof Object[] || Addresses.size(array) > 0;
        return is ? java.lang.reflect.Array.getLength(array) : 0;
    }

    private Ranges() {}
}
