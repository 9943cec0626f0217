package paratrace.rt;

/**
 * Columns that the writer is done with, by capacity, which is a power of two wherever it is not tiny. Smaller ones than full are kept,
 * too: where one column of a thread fills up faster than the other, the other one never grows. Guarded by {@link Mutex}.
 */
final class Pool {
    /** Shift of the smallest capacity that is worth keeping, that of a thread's first columns. */
    private static final int LEAST = 31 - Integer.numberOfLeadingZeros(Limits.FIRST_COLUMN);
    private static final int MOST = 31 - Integer.numberOfLeadingZeros(Limits.FULL_COLUMN);
    private static final int[][][] FREE = new int[MOST - LEAST + 1][][];
    private static final int[] COUNT = new int[FREE.length];

    static {
        for (int i = 0; i < FREE.length; i++) {
            boolean full = LEAST + i == MOST;
            FREE[i] = new int[Limits.pooled(full ? Limits.POOL : Limits.POOL_SMALLER, 1 << LEAST + i)][];
        }
    }

    /** A column of so many values, whatever is in it. */
    static int[] take(int capacity) {
        int i = of(capacity);
        if (i >= 0) {
            Mutex.lock();
            try {
                if (COUNT[i] > 0) {
                    int[][] free = FREE[i];
                    int[] column = free[--COUNT[i]];
                    free[COUNT[i]] = null;
                    return column;
                }
            } finally {
                Mutex.ONE.held = 0;
            }
        }
        return new int[capacity];
    }

    /** A column for so many values, or somewhat more. */
    static int[] takeFor(int length) {
        return take(length > 1 << LEAST ? 1 << 32 - Integer.numberOfLeadingZeros(length - 1) : length);
    }

    static void give(int[] column) {
        int i = of(column.length);
        if (i >= 0) {
            Mutex.lock();
            try {
                if (COUNT[i] < FREE[i].length) {
                    FREE[i][COUNT[i]++] = column;
                }
            } finally {
                Mutex.ONE.held = 0;
            }
        }
    }

    /** The place of a capacity in {@link #FREE}; below zero where columns of it are not kept. */
    private static int of(int capacity) {
        return (capacity & capacity - 1) == 0 ? 31 - Integer.numberOfLeadingZeros(capacity) - LEAST : -1;
    }

    private Pool() {}
}
