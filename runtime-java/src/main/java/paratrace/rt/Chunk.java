package paratrace.rt;

/** What a thread handed over: columns that wait in the queue for the writer. Guarded by the lock until it is taken out. */
final class Chunk {
    final Buffer owner;
    /** The columns. Values below {@code …From} are in the file already, those from {@code …To} on are unused. */
    final int[] control;
    int controlFrom;
    int controlTo;
    final int[] data;
    int dataFrom;
    int dataTo;
    final int[] sync;
    int syncFrom;
    int syncTo;
    /** What the positions of the stamps count from: the place of the first control value in the array they were taken in. */
    int base;
    /** Events were lost before this chunk: it leaves out a sequence number, so that a reader sees where. */
    boolean gap;
    /** Bytes of memory that this chunk keeps. */
    final long weight;
    /** Values that the thread has lost since its chunk before this one. */
    int dropped;
    /** What {@link Buffer#handed} is behind this chunk. */
    int number;
    /** {@code System.nanoTime()} of being queued. */
    long queuedAt;
    Chunk next;

    Chunk(Buffer owner, int[] control, int controlTo, int[] data, int dataTo, int[] sync, int syncTo) {
        this.owner = owner;
        this.control = control;
        this.controlTo = controlTo;
        this.data = data;
        this.dataTo = dataTo;
        this.sync = sync;
        this.syncTo = syncTo;
        weight = weight(control, data, sync);
    }

    boolean isEmpty() {
        return values() == 0;
    }

    /** Values that are not in the file yet. */
    int values() {
        return (controlTo - controlFrom) + (dataTo - dataFrom) + (syncTo - syncFrom);
    }

    private static long weight(int[] control, int[] data, int[] sync) {
        return 4L * control.length + 4L * data.length + 4L * sync.length + 160;
    }
}
