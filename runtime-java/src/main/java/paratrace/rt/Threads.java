package paratrace.rt;

/**
 * Which buffer belongs to which thread.
 *
 * <p>{@link Probe#enter} finds it in a cache with one entry per identity hash; what is not there is found in a table with
 * open addressing. Threads are told apart by identity: {@code getId}, {@code hashCode} and {@code equals} are the program's.
 * A {@code ThreadLocal} would not do either: fork-join pools erase those between two tasks of one thread.
 *
 * <p>A thread looks only for itself, and it put itself into the table, so it needs no lock to find its entry: a table that
 * another thread has copied since is published by a volatile store. Insertion and removal hold {@link Mutex}.
 */
final class Threads {
    /** Entries of the cache, a power of two. Two threads share one with a probability of 1 in as many. */
    static final int CACHED = 8_192;
    /** Never null: an empty entry is {@link Buffer#MUTE}, which belongs to no thread. */
    static final Buffer[] CACHE = new Buffer[CACHED];

    static {
        for (int i = 0; i < CACHED; i++) {
            CACHE[i] = Buffer.MUTE;
        }
    }

    /** Threads, {@link Buffer#MUTE} where one was removed, or null. */
    private static volatile Buffer[] table = new Buffer[256];
    /** Entries of the table that are not null; threads in it. Guarded by the lock. */
    private static int used;
    private static int live;

    /** Registered since the writer looked last. Guarded by the lock. */
    private static Buffer fresh;
    private static int registrations;
    /** A thread has registered, so there is a trace. */
    static volatile boolean begun;

    /** The buffer of the calling thread when the cache does not have it; none while the thread is inside the runtime. */
    static Buffer find(Thread thread) {
        int hash = System.identityHashCode(thread);
        Buffer[] table = Threads.table;
        int mask = table.length - 1;
        for (int i = spread(hash) & mask;; i = (i + 1) & mask) {
            Buffer b = table[i];
            if (b == null) {
                return register(thread, hash);
            }
            if (b.thread == thread) {
                if (b.recording == null) {
                    return Buffer.MUTE;
                }
                // Two busy threads with the same entry must not push each other out all the time.
                Buffer other = CACHE[hash & (CACHED - 1)];
                Buffer current = b.current;
                if (other.thread == null || (++b.misses & 63) == 0) {
                    CACHE[hash & (CACHED - 1)] = current;
                }
                return current;
            }
        }
    }

    /**
     * Sends the events of the calling thread, whose buffer this is, to another one from now on. The cache never has a stale
     * answer: only a thread itself puts what belongs to it there.
     */
    static void use(Buffer b, Buffer current) {
        int place = System.identityHashCode(b.thread) & (CACHED - 1);
        b.current = current;
        if (CACHE[place].thread == b.thread) {
            CACHE[place] = current;
        }
    }

    private static int spread(int hash) {
        return (hash * 0x9E3779B1) >>> 7;
    }

    private static Buffer register(Thread thread, int hash) {
        Buffer b = null;
        try {
            if (thread instanceof Writer || thread instanceof Hook || Copies.isElecting(thread)) {
                return Buffer.MUTE;
            }
            if (!Copies.lead()) {
                return follow(thread, hash);
            }
            if (Recorder.state == Recorder.OFF) {
                return Buffer.MUTE;
            }
            boolean full = Recorder.columnBytes > Limits.COLUMNS / 4;
            b = new Buffer(thread, live > Limits.CROWD || full ? Limits.TINY_COLUMN
                    : live > Limits.MANY_THREADS ? Limits.SMALL_COLUMN : Limits.FIRST_COLUMN);
            b.recording = null;
            insert(b, hash);
            announce(b);
            CACHE[hash & (CACHED - 1)] = b;
            if (Recorder.state == Recorder.ENDED) {
                b.controlLimit = 0;
                b.dataLimit = 0;
                b.syncLimit = 0;
            }
            if (sweepWanted()) { // Without the lock: a guess will do, the next tick is near.
                Recorder.wake();
            }
            slowDown();
            return b;
        } catch (Throwable e) {
            // No memory or no stack for a buffer. The thread tries again at its next call.
            if (e.getClass().getName().equals("java.lang.ThreadDeath")) {
                Mutex.leaveIfInside();
                if (b != null && !b.announced) {
                    remove(b);
                }
                throw (Error) e; // As an overflow of the stack: the calling method has not begun.
            }
        } finally {
            if (b != null) {
                b.recording = thread;
            }
        }
        Recorder.lose(1);
        return Buffer.MUTE;
    }

    /** Registers a thread whose events the leading copy of the runtime records. */
    private static Buffer follow(Thread thread, int hash) {
        Follower b = new Follower(thread);
        if (b.port == null) {
            return Buffer.MUTE;
        }
        insert(b, hash);
        begun = true; // The leader's trace has begun before.
        CACHE[hash & (CACHED - 1)] = b;
        return b;
    }

    private static void insert(Buffer b, int hash) {
        Mutex.lock();
        try {
            Buffer[] table = Threads.table;
            if (used >= table.length >> 1) {
                table = rebuilt(table);
            }
            int mask = table.length - 1;
            int i = spread(hash) & mask;
            while (table[i] != null && table[i].thread != null) {
                i = (i + 1) & mask;
            }
            if (table[i] == null) {
                used++;
            }
            table[i] = b;
            live++;
            Recorder.columnBytes += 4L * (b.control.length + b.data.length + b.sync.length);
        } finally {
            Mutex.ONE.held = 0;
        }
    }

    /** Tells the writer about a new thread. The first one of all needs no stamp: what it does comes before all others. */
    private static void announce(Buffer b) {
        Mutex.lock();
        try {
            if (!begun) {
                begun = true;
                b.stamp = 0;
            }
            b.nextFresh = fresh;
            fresh = b;
            registrations++;
            b.announced = true;
        } finally {
            Mutex.ONE.held = 0;
        }
    }

    /** Copies the table into one that is at most a quarter full, without the removed entries. */
    private static Buffer[] rebuilt(Buffer[] old) {
        int size = old.length;
        while (live >= size >> 2) {
            size <<= 1;
        }
        while (size > 256 && live < size >> 4) {
            size >>= 1;
        }
        Buffer[] table = new Buffer[size];
        int mask = size - 1;
        for (Buffer b : old) {
            if (b != null && b.thread != null) {
                int i = spread(System.identityHashCode(b.thread)) & mask;
                while (table[i] != null) {
                    i = (i + 1) & mask;
                }
                table[i] = b;
            }
        }
        used = live;
        Threads.table = table;
        return table;
    }

    /** Keeps a storm of new threads from outrunning the writer, which drops the dead ones; waits 50 ms at most. */
    private static void slowDown() {
        if (live > Limits.CROWD && !JavaThread.isVirtual(Thread.currentThread())) {
            Thread.yield(); // Those that came before may have an end to come to.
        }
        long since = 0;
        while (registrations > 4 * Limits.REGISTRATIONS + live / 2 && Recorder.state == Recorder.RUNNING) {
            long now = System.nanoTime();
            if (since == 0) {
                since = now;
            } else if (now - since > 50_000_000) {
                return;
            }
            Recorder.letWriterRun();
        }
    }

    /** So many threads came, or one stands still, that the writer should look at once. */
    static boolean sweepWanted() {
        return registrations >= Limits.REGISTRATIONS + live / 4 || Recorder.someWait;
    }

    /** The same for the writer, which does not hold the lock. */
    static boolean sweepPending() {
        Mutex.lock();
        try {
            return sweepWanted();
        } finally {
            Mutex.ONE.held = 0;
        }
    }

    /** The threads that registered since the last call, latest first. */
    static Buffer takeFresh() {
        Mutex.lock();
        try {
            Buffer list = fresh;
            fresh = null;
            registrations = 0;
            return list;
        } finally {
            Mutex.ONE.held = 0;
        }
    }

    /** Forgets a thread that has died. */
    static void remove(Buffer b) {
        int hash = System.identityHashCode(b.thread);
        Mutex.lock();
        try {
            Buffer[] table = Threads.table;
            int mask = table.length - 1;
            int i = spread(hash) & mask;
            while (table[i] != b) {
                if (table[i] == null) {
                    return;
                }
                i = (i + 1) & mask;
            }
            table[i] = Buffer.MUTE;
            live--;
            Recorder.columnBytes -= 4L * (b.control.length + b.data.length + b.sync.length);
            if (CACHE[hash & (CACHED - 1)].thread == b.thread) {
                CACHE[hash & (CACHED - 1)] = Buffer.MUTE;
            }
        } finally {
            Mutex.ONE.held = 0;
        }
    }

    private Threads() {}
}
