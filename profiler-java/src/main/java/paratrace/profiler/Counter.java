package paratrace.profiler;

/** How often one thread has read and written the elements of one array, and which. Used by one thread only. */
public final class Counter {
    /** Number of the array in the statistics; 0 of a counter that is not written. */
    final int id;
    /** Elements read and written. */
    long reads;
    long writes;
    /** Least and greatest index. */
    int low = Integer.MAX_VALUE;
    int high = Integer.MIN_VALUE;
    /** There were other indices. */
    boolean partial;

    Counter(int id) {
        this.id = id;
    }

    /** One element is read. */
    void read(int index) {
        reads++;
        touch(index, index);
    }

    /** One element is written. */
    void write(int index) {
        writes++;
        touch(index, index);
    }

    /**
     * Adds what a loop has counted.
     *
     * @param counter of the array, or null if the loop was never entered
     * @param reads elements read
     * @param writes elements written
     * @param partial not all indices were looked at
     */
    public static void add(Counter counter, long reads, long writes, boolean partial) {
        if (counter != null) {
            counter.add(reads, writes);
            counter.partial |= partial && reads + writes > 0;
        }
    }

    /**
     * Extends the range of indices.
     *
     * @param counter of the array, or null
     * @param low least index, or {@code Integer.MAX_VALUE} if there was none
     * @param high greatest index, or {@code Integer.MIN_VALUE}
     */
    public static void range(Counter counter, int low, int high) {
        if (counter != null) {
            counter.touch(low, high);
        }
    }

    /**
     * Extends the range of indices by what a loop counter tells.
     *
     * @param counter of the array, or null
     * @param first the loop counter at first
     * @param last the loop counter at last, or {@code Integer.MIN_VALUE} if the loop never came to an access
     * @param least the least number that is added to it to get an index
     * @param greatest the greatest such number
     */
    public static void range(Counter counter, int first, int last, int least, int greatest) {
        if (counter != null && last != Integer.MIN_VALUE) {
            counter.touch(Math.min(first, last) + least, Math.max(first, last) + greatest);
        }
    }

    void add(long reads, long writes) {
        this.reads += reads;
        this.writes += writes;
    }

    void touch(int low, int high) {
        this.low = Math.min(this.low, low);
        this.high = Math.max(this.high, high);
    }
}
