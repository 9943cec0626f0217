package paratrace.rt;

import jdk.internal.vm.annotation.DontInline;

/**
 * Which buffer belongs to which thread.
 *
 * <p>{@link Probe#enter} finds it in a cache with one entry per identity hash; what is not there is found in a table of short
 * lists. Threads are told apart by identity: {@code getId}, {@code hashCode} and {@code equals} are the program's.
 * A {@code ThreadLocal} would not do either: fork-join pools erase those between two tasks of one thread.
 *
 * <p>A thread looks only for itself, and puts itself into the table, by one exchange: no thread waits for another one, which may be
 * suspended. Only the writer takes threads out, and makes the table larger or smaller.
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

    private static volatile ThreadTable table = new ThreadTable(ThreadTable.LEAST, null);

    /** A thread has registered, so there is a trace. */
    static volatile boolean begun;

    /** The buffer of the calling thread when the cache does not have it; none while the thread is inside the runtime. */
    @DontInline
    static Buffer find(Thread thread) {
        int hash = System.identityHashCode(thread);
        Buffer b = table.find(thread, hash);
        if (b == null) {
            return register(thread, hash);
        }
        Buffer current = b.current;
        if (b.recording == null || current.recording == null) {
            return Buffer.MUTE;
        }
        // Two busy threads with the same entry must not push each other out all the time.
        Buffer other = CACHE[hash & (CACHED - 1)];
        if (other.thread == null || (++b.misses & 63) == 0) {
            CACHE[hash & (CACHED - 1)] = current;
        }
        return current;
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
            b = created(thread);
            b.recording = null;
            insert(b, hash);
            announce(b);
            CACHE[hash & (CACHED - 1)] = b;
            if (Recorder.state == Recorder.ENDED) {
                b.controlLimit = 0;
                b.dataLimit = 0;
                b.syncLimit = 0;
            }
            if (sweepWanted()) {
                Recorder.wake();
            }
            slowDown();
            return b;
        } catch (Throwable e) {
            // No memory or no stack for a buffer. The thread tries again at its next call.
            if (e.getClass().getName().equals("java.lang.ThreadDeath")) {
                if (b != null && !b.announced) {
                    announce(b);
                }
                throw (Error) e; // As an overflow of the stack: the calling method has not begun.
            }
        } finally {
            if (b != null) {
                b.recording = thread;
            }
        }
        Totals.lose(1);
        return Buffer.MUTE;
    }

    private static Buffer created(Thread thread) {
        int live = Totals.live();
        boolean full = Totals.columns() > Limits.COLUMNS / 4;
        int capacity = live > Limits.CROWD || full ? Limits.TINY_COLUMN
                : live > Limits.MANY_THREADS ? Limits.SMALL_COLUMN : Limits.FIRST_COLUMN;
        try {
            return new Buffer(thread, capacity);
        } catch (OutOfMemoryError e) {
            if (!Reserve.release()) {
                throw e;
            }
            return new Buffer(thread, Limits.SMALL_COLUMN);
        }
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
        ThreadTable known;
        do {
            known = table;
            known.add(b, hash);
        } while (known != table); // The writer has copied the other one without it, perhaps.
        Totals.addLive(1);
        Totals.addColumns(4L * (b.control.length + b.data.length + b.sync.length));
    }

    /** Tells the writer about a new thread. The first one of all needs no stamp: what it does comes before all others. */
    private static void announce(Buffer b) {
        if (!begun && Newcomers.isFirst()) {
            b.stamp = 0;
        }
        begun = true;
        b.announced = true;
        Totals.addFresh(1);
        Newcomers.add(b);
    }

    /** The writer makes the table fit the number of threads. */
    static void resize() {
        ThreadTable old = table;
        int size = old.fitting(Totals.live());
        if (size == old.size()) {
            return;
        }
        try {
            ThreadTable other = new ThreadTable(size, old);
            table = other;
            other.takeOver();
        } catch (OutOfMemoryError e) {
            // What is not copied is found in the old one.
        }
    }

    /** Keeps a storm of new threads from outrunning the writer, which drops the dead ones; waits 50 ms at most. */
    private static void slowDown() {
        if (Totals.live() > Limits.CROWD && !JavaThread.isVirtual(Thread.currentThread())) {
            Thread.yield(); // Those that came before may have an end to come to.
        }
        long since = 0;
        while (Totals.fresh() > 4 * Limits.REGISTRATIONS + Totals.live() / 2 && Recorder.state == Recorder.RUNNING) {
            long now = System.nanoTime();
            if (since == 0) {
                since = now;
            } else if (now - since > 50_000_000) {
                return;
            }
            Recorder.letWriterRun();
        }
    }

    /** No thread keeps in mind what it knows of a class. */
    static void forgetClasses() {
        table.forgetClasses();
    }

    /** So many threads came, or one stands still, that the writer should look at once. */
    static boolean sweepWanted() {
        return Totals.fresh() >= Limits.REGISTRATIONS + Totals.live() / 4 || Recorder.someWait;
    }

    /** The threads that registered since the last call, latest first. */
    static Buffer takeFresh() {
        Buffer list = Newcomers.take();
        int count = 0;
        for (Buffer b = list; b != null; b = b.nextFresh) {
            count++;
        }
        Totals.addFresh(-count);
        return list;
    }

    /** The writer forgets a thread that has died. */
    static void remove(Buffer b) {
        int hash = System.identityHashCode(b.thread);
        if (table.remove(b, hash)) {
            Totals.addLive(-1);
            Totals.addColumns(-4L * (b.control.length + b.data.length + b.sync.length));
        }
        if (CACHE[hash & (CACHED - 1)].thread == b.thread) {
            CACHE[hash & (CACHED - 1)] = Buffer.MUTE;
        }
    }

    private Threads() {}
}
