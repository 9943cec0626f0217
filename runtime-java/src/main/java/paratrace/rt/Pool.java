package paratrace.rt;

/** Full-size columns that the writer is done with. Guarded by {@link Mutex}. */
final class Pool {
    private static final int[][] FREE = new int[Limits.POOL][];
    private static int free;

    /** A column of so many values, whatever is in it. */
    static int[] take(int capacity) {
        if (capacity == Limits.FULL_COLUMN) {
            Mutex.lock();
            try {
                if (free > 0) {
                    int[] column = FREE[--free];
                    FREE[free] = null;
                    return column;
                }
            } finally {
                Mutex.ONE.held = 0;
            }
        }
        return new int[capacity];
    }

    static void give(int[] column) {
        if (column.length == Limits.FULL_COLUMN) {
            Mutex.lock();
            try {
                if (free < FREE.length) {
                    FREE[free++] = column;
                }
            } finally {
                Mutex.ONE.held = 0;
            }
        }
    }

    private Pool() {}
}
