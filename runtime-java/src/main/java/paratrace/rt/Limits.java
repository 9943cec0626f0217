package paratrace.rt;

/** Every bound on memory and time that the runtime keeps to, with its reason. Sizes are in bytes unless they say values. */
final class Limits {
    /** Values in a column of a busy thread: 128 KiB, which stays in a second-level cache while it is filled and encoded. */
    static final int FULL_COLUMN = 32_768;
    /** Values in the first column of a thread: most threads of a program write little. */
    static final int FIRST_COLUMN = 1_024;
    /** The same when more than this many threads live: ten thousand of them must fit into a small heap. */
    static final int SMALL_COLUMN = 64;
    static final int MANY_THREADS = 256;
    /** The same for more than this many: virtual threads are a few hundred bytes each, and a buffer should be no more. */
    static final int TINY_COLUMN = 8;
    static final int CROWD = 4_096;
    /** A column that fills up is followed by one so many times as large. */
    static final int GROWTH = 4;

    /** What waits for the writer: 32 MiB, less in a small heap. */
    static final long QUEUE = bound(32L << 20, 8);
    /**
     * Nanoseconds that a chunk may wait for the writer before threads wait as well: what is queued is lost if the process is
     * killed, and no more than 100 ms may be.
     */
    static final long QUEUED = 25_000_000;
    /** Nanoseconds after which a thread does not wait for that any longer: it costs the promise rather than the program. */
    static final long PATIENCE = 500_000_000;
    /** Columns that threads are filling: they stop growing here (each thread has its first columns all the same). */
    static final long COLUMNS = bound(256L << 20, 8);
    /** Full columns kept for reuse: as much as may wait for the writer. Half of that is kept of each smaller capacity. */
    static final long POOL = QUEUE;
    static final long POOL_SMALLER = QUEUE / 2;

    /** Per cent of the free disk that a trace may take, if nobody says how much. */
    static final int SHARE_OF_DISK = 80;

    /** A segment is closed and the next begun here, so that a reader can drop what it has read. */
    static final long SEGMENT = 256L << 20;

    /**
     * Milliseconds between two looks at every thread. An event is in the file after at most two (asked at the first, taken
     * at the second): the promise is 100 ms, and the
     * writer has to get a processor, too.
     */
    static final int TICK = 30;
    /** Nanoseconds that a position must be old before the values below it are taken from under a running thread. */
    static final long SETTLED = 8_000_000;
    /** Hand-overs that do without memory after one that got none: each attempt costs the program a garbage collection. */
    static final int FRUGAL = 64;
    /** A tick at shutdown, where the program waits for us. */
    static final int CLOSING_TICK = 10;
    /** Milliseconds: how long shutdown waits for threads that go on running. */
    static final int CLOSING = 200;
    /** Milliseconds: how long shutdown waits for threads that may be other shutdown hooks. */
    static final int CLOSING_HOOKS = 1_000;
    /** Milliseconds that the program's first event waits for the trace to begin, which takes some 20. */
    static final int BEGINNING = 200;
    /** Milliseconds that the disk may take for one request, after which nobody waits for the writer any more. */
    static final int STALLED = 3_000;
    /** The same without a byte written: on a busy machine, the writer may get no processor for seconds. */
    static final int STARVED = 30_000;
    /** Nanoseconds before our shutdown hook began in which another hook may have begun: the JVM starts them one by one. */
    static final long HOOKS_BEGIN = 1_000_000_000;
    /** Milliseconds in which the JVM halts when all hooks are done. If it has not, there is another hook. */
    static final int HALTING = 500;
    /** Milliseconds: how long shutdown waits until the last line is printed, where nobody may be reading. */
    static final int TELLING = 500;

    /** Registrations between two looks at all threads, so that a storm of short threads does not pile up. */
    static final int REGISTRATIONS = 1_024;

    /** Handlers between two attempts to free a stack trace of our frames, a power of two: each attempt walks the stack. */
    static final int OVERFLOWED_HANDLERS = 4;
    /** Frames of {@link Frames#room} that must fit before: some 30 KiB of stack, more than the library needs for that. */
    static final int ROOM = 32;

    /**
     * Memory set aside for when the heap is used up: classes and threads that are new then. The G1 collector gives nothing to anybody
     * unless a whole region is free, at least 1 MiB or a part of 2,048 of the heap: an array of more than half of that has one to itself.
     */
    static final int RESERVE = (int) Math.max(1L << 20, Runtime.getRuntime().maxMemory() / 2_048) / 8 * 5;
    static final int RESERVES = (int) Math.min(2, Runtime.getRuntime().maxMemory() / (12L << 20));

    /** How many times as large as wanted stacks are: measured, frames of small compiled methods take 4.2 times as much. */
    static final int STACKS = 6;
    /** Stacks that would be larger stay as they are. */
    static final long LARGEST_STACK = (1L << 30) / STACKS;

    /** Object numbers reserved at once for a thread: the first block is small because a thread may need none. */
    static final int FIRST_IDS = 16;
    static final int IDS = 1_024;

    /** The set of identity hashes in use: 64 million of them and more, less in a small heap. */
    static final long HASHES = bound(256L << 20, 32);

    private static long bound(long most, int part) {
        return Math.min(most, Runtime.getRuntime().maxMemory() / part);
    }

    private Limits() {}
}
