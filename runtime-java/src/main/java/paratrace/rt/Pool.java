package paratrace.rt;

/** Full-size columns that the writer is done with. Guarded by {@link Recorder#LOCK}. */
final class Pool {
    private static final int[][] FREE = new int[Limits.POOL][];
    private static int free;

    /** A column of so many values, whatever is in it. */
    static int[] take(int capacity) {
        if (capacity == Limits.FULL_COLUMN) {
            synchronized (Recorder.LOCK) {
                if (free > 0) {
                    int[] column = FREE[--free];
                    FREE[free] = null;
                    return column;
                }
            }
        }
        return new int[capacity];
    }

    static void give(int[] column) {
        if (column.length == Limits.FULL_COLUMN) {
            synchronized (Recorder.LOCK) {
                if (free < FREE.length) {
                    FREE[free++] = column;
                }
            }
        }
    }

    private Pool() {}
}
