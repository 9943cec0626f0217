/** Sums up to each element, in two passes: the sums of the halves, then each half from the sum before it. */
final class PrefixSum implements Kernel {
    private static final int SIZE = 500_000;

    @Override
    public long serial() {
        long[] sums = new long[SIZE];
        long sum = 0;
        for (int i = 0; i < SIZE; i++) { // in parallel
            sum += value(i);
            sums[i] = sum;
        }
        return sums[SIZE / 3] + sums[SIZE - 1];
    }

    @Override
    public long parallel(Workers workers) {
        long[] sums = new long[SIZE];
        long[] first = new long[1];
        int middle = SIZE / 2;
        workers.both(() -> first[0] = sum(0, middle), () -> { });
        workers.both(() -> store(sums, 0, 0, middle), () -> store(sums, first[0], middle, SIZE));
        return sums[SIZE / 3] + sums[SIZE - 1];
    }

    private static long sum(int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += value(i);
        }
        return sum;
    }

    private static void store(long[] sums, long before, int from, int to) {
        long sum = before;
        for (int i = from; i < to; i++) {
            sum += value(i);
            sums[i] = sum;
        }
    }

    private static int value(int i) {
        return i * 7919 % 1009;
    }
}
