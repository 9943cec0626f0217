package paratrace.rt;

/**
 * Columns that the writer is done with, by capacity, which is a power of two wherever it is not tiny. Smaller ones than full are kept,
 * too: where one column of a thread fills up faster than the other, the other one never grows.
 *
 * <p>Who finds the pool in use goes without: nobody waits for a thread that may be suspended in here.
 */
final class Pool {
    /** Shift of the smallest capacity that is worth keeping, that of a thread's first columns. */
    private static final int LEAST = log2(Limits.FIRST_COLUMN);
    private static final int MOST = log2(Limits.FULL_COLUMN);
    private static final int[][][] FREE = new int[MOST - LEAST + 1][][];
    private static final Mutex IN_USE = new Mutex();
    private static final int[] COUNT = new int[FREE.length];

    static {
        for (int i = 0; i < FREE.length; i++) {
            long bytes = LEAST + i == MOST ? Limits.POOL : Limits.POOL_SMALLER;
            FREE[i] = new int[(int) (bytes / (4 << LEAST + i)) + 1][];
        }
    }

    /** A column of so many values, whatever is in it. */
    static int[] take(int capacity) {
        int i = of(capacity);
        if (i >= 0 && IN_USE.lockIfFree()) {
            try {
                if (COUNT[i] > 0) {
                    int[][] free = FREE[i];
                    int[] column = free[--COUNT[i]];
                    free[COUNT[i]] = null;
                    return column;
                }
            } finally {
                IN_USE.held = 0;
            }
        }
        return new int[capacity];
    }

    /** A column for so many values, or somewhat more. */
    static int[] takeFor(int length) {
        return take(length > Limits.FIRST_COLUMN ? 2 << log2(length - 1) : length);
    }

    static void give(int[] column) {
        int i = of(column.length);
        if (i >= 0 && IN_USE.lockIfFree()) {
            try {
                if (COUNT[i] < FREE[i].length) {
                    FREE[i][COUNT[i]++] = column;
                }
            } finally {
                IN_USE.held = 0;
            }
        }
    }

    /** The place of a capacity in {@link #FREE}; below zero where columns of it are not kept. */
    private static int of(int capacity) {
        return (capacity & capacity - 1) == 0 ? log2(capacity) - LEAST : -1;
    }

    private static int log2(int capacity) {
        return 31 - Integer.numberOfLeadingZeros(capacity);
    }

    private Pool() {}
}
