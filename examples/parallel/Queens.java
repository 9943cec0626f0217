/** Ways to place queens, as bits of the columns and diagonals that are taken: a call for each place in the first row. */
final class Queens implements Kernel {
    private static final int SIZE = 11;
    private static final int ALL = (1 << SIZE) - 1;

    @Override
    public long serial() {
        long ways = 0;
        for (int column = 0; column < SIZE; column++) { // in parallel
            ways += ways(1 << column, 1 << column + 1, 1 << column >> 1);
        }
        return ways;
    }

    @Override
    public long parallel(Workers workers) {
        long[] ways = new long[2];
        workers.loop(0, SIZE, (worker, from, to) -> {
            for (int column = from; column < to; column++) {
                ways[worker] += ways(1 << column, 1 << column + 1, 1 << column >> 1);
            }
        });
        return ways[0] + ways[1];
    }

    private static long ways(int columns, int left, int right) {
        if (columns == ALL) {
            return 1;
        }
        long ways = 0;
        for (int free = ALL & ~(columns | left | right); free != 0; free &= free - 1) {
            int place = free & -free;
            ways += ways(columns | place, (left | place) << 1, (right | place) >> 1);
        }
        return ways;
    }
}
