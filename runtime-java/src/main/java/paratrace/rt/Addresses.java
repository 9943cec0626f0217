package paratrace.rt;

/** Which elements of arrays lie at the offsets that {@code Unsafe} takes. */
final class Addresses {
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

    private Addresses() {}
}
