package paratrace.rt;

/** What the writer, and only the writer, keeps for a thread. */
final class WriterState {
    /** Number of the thread in the trace; -1 until its first chunk. */
    int number = -1;
    /** Sequence number of its next chunk. */
    int sequence;
    /** The trace has reached its limit, and a sequence number was left out for what this thread has lost by that. */
    boolean cut;
    /** Values written so far. */
    long control;
    long data;
    long sync;

    /** {@link Chunk#number} of the thread's chunk that was written last. */
    int written;

    /** Positions read at the last tick, and the generation that they belong to. */
    int seenControl;
    int seenData;
    int seenSync;
    int seenGeneration;
    /** {@code System.nanoTime()} of that. */
    long seenAt;

    /** Hashes of the values that snapshots took out of the present arrays. */
    int controlHash;
    int dataHash;
    int syncHash;

    /** At the last look: it had written events since the one before. */
    boolean active;
    /** Shutdown: looks since it began; whether all that was there when it began is taken or on its way. */
    int looks;
    boolean settled;
}
