package paratrace.rt;

import java.util.concurrent.locks.LockSupport;

/**
 * What program threads and the writer share: the state of tracing, and how full columns are handed over ({@link Queue}).
 *
 * <p>No thread of the program ever waits for another one in here, which may be suspended: only for the writer. What two sides
 * change is exchanged as a whole ({@link Queue}, {@link Totals}), or under the lock of one buffer ({@link Mutex}). No object
 * that the program can see is used as a monitor.
 *
 * <p>A program thread that has to wait for the writer must not do so in a way that the program can notice: waiting on a
 * condition would answer to its interrupts, and parking would use up its permit. It therefore enters and leaves the
 * {@link #gate}, which the writer holds while it encodes, and looks again. Virtual threads spin: see {@link JavaThread#spin}.
 */
final class Recorder {
    /**
     * Another object each time, which the writer has entered before anybody else can: so it never waits for a thread that is
     * suspended in there. Null while it does not encode.
     */
    static volatile Object gate;

    /** Events are recorded; nothing is any more (an error, said on stderr); the end of the trace is written. */
    static final int RUNNING = 0;
    static final int OFF = 1;
    static final int ENDED = 2;

    static volatile int state = RUNNING;
    /** The JVM is shutting down since this {@code System.nanoTime()}. */
    static volatile boolean closing;
    static volatile long closingSince;

    /** Bytes written so far: whether the writer gets anywhere. */
    static volatile long written;
    /** Nobody waits for the writer before this many bytes were written. */
    private static volatile long stalledAt = -1;

    /** A thread stands still until the writer has taken its events. */
    static volatile boolean someWait;

    static volatile Writer writer;
    /** The writer has a trace to write to. Until then it may need a lock that a thread holds which waits for it: of class loading. */
    static volatile boolean begun;
    /** The writer waits for something to do, or is about to. */
    private static volatile boolean asleep;

    /** Starts the writer, with the first event of the program. No program counts its threads in this group. */
    static void start(ThreadGroup group) {
        if (Resources.lackTheirJdk()) {
            Probe.off = true;
            state = OFF; // Not a word: somebody may read what this JVM prints.
            return;
        }
        try {
            Settings.read();
            // A thread at the end of its stack, or one that is stopped, may be the first to need these classes: one whose
            // initialiser fails stays unusable.
            Pool.give(Pool.take(1));
            new Chunk(Buffer.MUTE, copy(Buffer.MUTE.data, 1), 1, Buffer.MUTE.data, 0, Buffer.MUTE.sync, 0);
            Mutex.prepare();
            Totals.prepare();
            Queue.prepare();
            ThreadTable.prepare();
            Newcomers.prepare();
            Stamps.prepare();
            Fresh.prepare(Buffer.MUTE);
            Frames.prepare();
            Error overflow = new StackOverflowError();
            if (Probe.prepare(overflow) && Buffer.prepare(overflow)) {
                Probe.thrown(overflow, Buffer.MUTE, 0);
            }
            Probe.receiver("", Buffer.MUTE);
            Probe.newId(Buffer.MUTE);
            Ids.prepare();
            Classes.prepare();
            Inside.prepare();
            Outside.prepare();
            Probe.resume(new Muted(Buffer.MUTE).pause());
            letWriterRun();
            LockSupport.unpark(null);
            writer = new Writer(group);
            writer.start();
            awaitBegun();
        } catch (Throwable e) {
            turnOff("cannot start the writer thread", e, "; the program goes on without a trace");
            return;
        }
        try {
            Runtime.getRuntime().addShutdownHook(new Hook(group, writer));
        } catch (Throwable e) {
            // The JVM is shutting down already: what happens until it halts is written, but no end of the trace.
        }
    }

    /**
     * The program goes on when there is a trace: what it does first may forbid to make one. Not for long, as the writer may need a
     * lock that the calling thread holds, and a large map takes its time.
     */
    private static void awaitBegun() {
        long since = System.nanoTime();
        while (!begun && state == RUNNING && System.nanoTime() - since < Limits.BEGINNING * 1_000_000L) {
            Thread.yield();
        }
    }

    /** The group that no program counts its threads in, and that is never destroyed. */
    static ThreadGroup topGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group != null && group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /**
     * Hands over the events of the calling thread. May fail anywhere with an error of the JVM: everything that can fail comes
     * before the one block that changes the buffer, and that block calls nothing.
     */
    static void handOver(Buffer b) {
        if (state != RUNNING) {
            discard(b);
            return;
        }
        if (written == stalledAt) {
            throw STALLED; // The buffer drops what it cannot keep.
        }
        int control = b.controlPos;
        int data = b.dataPos;
        int sync = b.syncPos;
        boolean taken = control == b.takenControl && data == b.takenData && sync == b.takenSync;
        if (taken && sync + Format.STAMP_WORDS <= b.sync.length) {
            return; // A snapshot has it all, and there is room for whatever comes next: the reserve may be too small for a stamp.
        }
        if (b.frugal > 0 || Reserve.isNeeded()) {
            b.frugal = Math.max(0, b.frugal - 1);
            standStill(b);
            return;
        }
        try {
            enqueue(b, control, data, sync);
        } catch (OutOfMemoryError e) {
            b.frugal = Limits.FRUGAL;
            standStill(b);
        }
    }

    private static void enqueue(Buffer b, int control, int data, int sync) {
        // A column that is less than a quarter full is copied, so that asking often does not need many arrays.
        boolean swapControl = control > b.control.length >> 2;
        boolean swapData = data > b.data.length >> 2;
        boolean swapSync = sync > b.sync.length >> 2;
        int[] nextControl = swapControl ? Pool.take(grown(b.control.length, control)) : b.control;
        int[] nextData = swapData ? Pool.take(grown(b.data.length, data)) : b.data;
        int[] nextSync = swapSync ? Pool.take(grown(b.sync.length, sync + Format.STAMP_WORDS - 1)) : b.sync;
        Chunk chunk = new Chunk(b, swapControl ? b.control : copy(b.control, control), control,
                swapData ? b.data : copy(b.data, data), data, swapSync ? b.sync : copy(b.sync, sync), sync);
        long more = 4L * (nextControl.length - b.control.length) + 4L * (nextData.length - b.data.length)
                + 4L * (nextSync.length - b.sync.length);
        long began = System.nanoTime();
        long since = 0;
        long progress = -1;
        while (state == RUNNING) {
            long now = System.nanoTime();
            if (hasRoom(chunk.weight, now, began)) {
                Queue.announce(chunk.weight);
                Totals.addColumns(more);
                push(b, chunk, now, nextControl, nextData, nextSync);
                Queue.added(now);
                wake();
                return;
            }
            if (written != progress) {
                progress = written;
                since = System.nanoTime();
            }
            awaitProgress(progress, since);
        }
        discard(b);
    }

    private static boolean hasRoom(long weight, long now, long began) {
        long queued = Queue.bytes();
        boolean young = !begun || Queue.age(now) < Limits.QUEUED || now - began > Limits.PATIENCE;
        return queued <= 0 || young && queued + weight <= Limits.QUEUE;
    }

    /** Until the chunk is in the queue nothing has changed, and from then on nothing can fail. */
    private static void push(Buffer b, Chunk chunk, long now, int[] nextControl, int[] nextData, int[] nextSync) {
        b.mutex.lock();
        try {
            chunk.queuedAt = now;
            chunk.controlFrom = b.takenControl;
            chunk.dataFrom = b.takenData;
            chunk.syncFrom = b.takenSync;
            chunk.base = b.takenControl;
            chunk.gap = b.gap | b.dropped != 0;
            chunk.dropped = b.dropped;
            chunk.number = b.handed + 1;
            b.handing = true;
            try {
                Queue.add(chunk);
            } catch (VirtualMachineError e) {
                b.handing = false;
                throw e;
            }
            b.dropped = 0;
            b.gap = false;
            b.handed++;
            b.restart();
            b.control = nextControl;
            b.data = nextData;
            b.sync = nextSync;
            b.lastClass = null;
            b.inside = null;
            b.handing = false;
        } finally {
            b.mutex.held = 0;
        }
    }

    /** Hands over without a byte of memory: the writer takes the events while the calling thread stands still. */
    private static void standStill(Buffer b) {
        b.waiting = true;
        someWait = true;
        try {
            awaitTaken(b);
        } catch (Throwable e) {
            b.mutex.lock();
            try {
                b.waiting = false;
            } finally {
                b.mutex.held = 0;
            }
            throw e;
        }
    }

    private static void awaitTaken(Buffer b) {
        wake();
        long since = System.nanoTime();
        long progress = written;
        while (b.waiting) {
            if (state != RUNNING) {
                discard(b);
                return;
            }
            if (written != progress) {
                progress = written;
                since = System.nanoTime();
            }
            awaitProgress(progress, since);
        }
        b.mutex.lock();
        try {
            b.restart();
            b.lastClass = null;
            b.inside = null;
        } finally {
            b.mutex.held = 0;
        }
    }

    /** One step of waiting for the writer, which had written so many bytes at that time. Fails when it hangs. */
    private static void awaitProgress(long progress, long since) {
        if (isLost(since)) {
            stalledAt = progress;
            throw STALLED;
        }
        letWriterRun();
    }

    /** Whether nobody waits any longer for the writer, which last wrote something at that time. */
    static boolean isLost(long since) {
        return Segments.hang() || System.nanoTime() - since > Limits.STARVED * 1_000_000L;
    }

    private static final Error STALLED = new Stalled();

    /** Waits until the writer has done something more, or a moment. */
    static void letWriterRun() {
        if (JavaThread.isVirtual(Thread.currentThread())) {
            JavaThread.spin();
            return;
        }
        Object entrance = gate;
        if (entrance != null) {
            synchronized (entrance) {
                // Nothing to do in here.
            }
        }
        Thread.yield();
    }

    /** Values of the column after one that was filled so far. */
    private static int grown(int capacity, int used) {
        boolean full = used >= capacity - (capacity >> 3);
        return full && capacity < Limits.FULL_COLUMN && Totals.columns() < Limits.COLUMNS
                ? Math.min(capacity * Limits.GROWTH, Limits.FULL_COLUMN) : capacity;
    }

    private static int[] copy(int[] column, int length) {
        int[] copy = Pool.takeFor(length);
        System.arraycopy(column, 0, copy, 0, length);
        return copy;
    }

    /** Tracing is over: forgets the events of the calling thread, and counts them where the trace should have had them. */
    private static void discard(Buffer b) {
        boolean count = state == ENDED && mayBeHook(b);
        if (count) {
            awaitHalt();
        }
        if (count) {
            Totals.addLate(1 + b.unwritten()); // And the one about to be stored.
        }
        b.mutex.lock();
        try {
            b.gap = state != ENDED; // After the end nothing follows that could be misread.
            b.dropped = 0;
            b.waiting = false;
            b.restart();
            b.lastClass = null;
            b.inside = null;
        } finally {
            b.mutex.held = 0;
        }
        if (count) {
            wake();
        }
    }

    /** Threads that run on while the JVM halts have no last event; other shutdown hooks have. */
    static boolean mayBeHook(Buffer b) {
        return !b.thread.isDaemon() && b.born - closingSince > -Limits.HOOKS_BEGIN;
    }

    /**
     * A thread that may be a hook stands still at its first event behind the end of the trace. If it is none, the JVM halts now,
     * and nothing is missing. If it is one, the JVM waits for it.
     */
    private static void awaitHalt() {
        while (state == ENDED && !Hook.isPast()) {
            synchronized (Hook.HALTING) {
                // Nothing to do in here.
            }
            Thread.yield();
        }
    }

    /** The buffer is full and cannot be handed over: forgets what is in it, and counts it. */
    static void drop(Buffer b) {
        b.mutex.lock();
        try {
            Totals.lose(b.unwritten() + b.dropped);
            b.dropped = 0;
            b.gap = true;
            b.waiting = false;
            b.restart();
        } finally {
            b.mutex.held = 0;
        }
    }

    /**
     * {@code Thread.stop} struck in the middle of a hand-over. What the buffer held may be in the queue or not; it counts as lost. An
     * empty chunk goes behind it, so that the writer comes back to the buffer when the queue has been written.
     */
    static void repair(Buffer b) {
        try {
            int[] control = new int[Limits.TINY_COLUMN];
            int[] data = new int[Limits.TINY_COLUMN];
            int[] sync = new int[Limits.TINY_COLUMN];
            Chunk chunk = new Chunk(b, Buffer.MUTE.control, 0, Buffer.MUTE.data, 0, Buffer.MUTE.sync, 0);
            chunk.queuedAt = System.nanoTime();
            Queue.announce(chunk.weight);
            Totals.lose(1 + Math.max(0, b.unwritten()));
            Totals.addColumns(-4L * (b.control.length + b.data.length + b.sync.length - 3 * Limits.TINY_COLUMN));
            b.mutex.lock();
            try {
                b.handed += 2; // One of them for the chunk that is there or not.
                chunk.number = b.handed;
                b.control = control;
                b.data = data;
                b.sync = sync;
                b.restart();
                b.gap = true;
                b.waiting = false;
                b.handing = false;
                b.lastClass = null;
                b.inside = null;
                Queue.add(chunk);
            } finally {
                b.mutex.held = 0;
            }
            wake();
        } catch (Throwable e) {
            turnOff("a thread was stopped in the middle of writing", e, "; the program goes on without a trace");
        }
    }

    /** There is something to do for the writer. */
    static void wake() {
        if (asleep) {
            LockSupport.unpark(writer);
        }
    }

    /** The writer waits so many nanoseconds or until somebody wakes it. */
    static void sleep(long nanos) {
        asleep = true;
        if (!hasWork()) {
            LockSupport.parkNanos(nanos);
        }
        asleep = false;
        Thread.interrupted(); // A program that interrupts every thread it can find: not meant for us.
    }

    private static boolean hasWork() {
        return !Queue.isEmpty() || Threads.sweepWanted() || closing && state != ENDED;
    }

    /** Whether the writer falls behind, so that it should save time rather than space. */
    static boolean crowded() {
        return Queue.bytes() > Limits.QUEUE / 2 || Queue.age(System.nanoTime()) > Limits.QUEUED / 8;
    }

    /** Ends tracing, and says why; the program goes on. The cause may be null. */
    static void turnOff(String why, Throwable cause, String then) {
        if (Totals.end(OFF)) {
            state = OFF;
            Probe.off = true;
            Notice.print(why, cause, then);
        }
    }

    /** Hands a loop of the shutdown the time that it may wait. */
    static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            // As in take().
        }
    }

    /** Leaves {@link #handOver} when the writer hangs; allocated before it is needed, with no stack to walk. */
    private static final class Stalled extends Error {
        private static final long serialVersionUID = 1;

        Stalled() {
            super("the writer hangs", null, false, false);
        }
    }

    private Recorder() {}
}
