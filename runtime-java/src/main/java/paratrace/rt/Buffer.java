package paratrace.rt;

import jdk.internal.vm.annotation.DontInline;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;

/**
 * The columns that one thread is filling, and how it hands them over.
 *
 * <p><b>Who may touch what.</b> Positions and values are written by the owner alone, without any fence. The arrays, the
 * positions' way back to 0, what was {@linkplain #takenControl taken} and {@link #generation} change only while
 * the buffer's {@link Mutex} is held, so that whoever holds it sees arrays that belong together. The limits are written by both
 * sides, racing: the writer sets them to 0 to ask for the events so far, the owner sets them to what the arrays hold. If the
 * owner's store wins, it has just handed over anyway; if the writer's wins, the owner hands over once too often.
 *
 * <p><b>Snapshots.</b> A thread that is blocked, or busy in untraced code, does not answer. The writer then copies the
 * values below a position that it read one tick earlier ({@link Writer}). The Java memory model does not order the owner's
 * plain stores for it; what does:
 * <ul>
 * <li>the lock orders everything up to the owner's last hand-over, so a position that the writer reads is one that the owner
 *     stored since, never an older one;
 * <li>a store becomes visible to other cores, in finite time far below a tick (store buffers drain within microseconds), and
 *     on x86 and SPARC in order;
 * <li>a compiler may swap the store of a value and the store of the position behind it, but only where both stand next to
 *     each other: the range check of the array store comes before both, and a value's address changes with each event, so it
 *     cannot be kept back across a loop. (The position can: then the writer sees an older one, which is safe.) For a
 *     snapshot to be wrong, the thread must have been stopped for a whole tick between these two instructions while the
 *     writer ran twice.
 * </ul>
 * That last case is not ruled out but noticed: when the array is handed over in the end, the writer compares what it took
 * with what is there, and a difference counts as a loss.
 */
public class Buffer {
    /** The owner; null for {@link #MUTE}. */
    public final Thread thread;
    /**
     * The owner, as long as it runs code of the program. Inside the runtime it is null: what the runtime calls of a traced JDK finds
     * no buffer then, and is not recorded. Of the owner alone.
     */
    Thread recording;

    /** Between the owner and the writer. Buffers that are never handed over have none. */
    final Mutex mutex;

    /** Path numbers; next free place; where {@link #controlFull} has to be called. */
    public int[] control;
    public int controlPos;
    public int controlLimit;

    /** Recorded values; next free place; where {@link #dataFull} has to be called. */
    public int[] data;
    public int dataPos;
    public int dataLimit;
    /** Values of the data column that were handed over before the present array. */
    long dataBefore;

    /** Stamps ({@link Format#STAMP_WORDS} each); next free place; {@link #acquire} hands over behind this one. */
    int[] sync;
    int syncPos;
    int syncLimit;
    /** The thread's latest stamp: what it does now comes after everything that other threads did before they got a lower one. */
    public long stamp = -1;
    /**
     * Where the control column stood when traced code called a traced method last. A method that begins there is that one, and
     * nothing was acquired on the way into it: every activation writes at least one path.
     */
    public int called = -1;
    /** {@link Stamps#initialized} when this thread looked last. */
    public int initialized;

    /** The class that {@link Probe#receiver} met last. The writer sets it to null now and then: it must not keep loaders alive. */
    public Class<?> lastClass;
    public int lastClassIndex;
    /** A class that the map knows, as the receiver of a call had it last; cleared like {@link #lastClass}. */
    public Class<?> inside;
    /** A class that the map does not know has answered a call: from now on the trace says where such calls return. */
    public boolean outside;

    /** Between two constructors of one object: see {@link Probe#announceId}. */
    public int announcedId;

    /** Object numbers that are reserved for this thread: from here, up to here. */
    public int nextId;
    public int idLimit;
    private int idBlock = Limits.FIRST_IDS;

    /** Values of the present arrays that the writer has taken already. Guarded by the lock. */
    int takenControl;
    int takenData;
    int takenSync;
    /** How often the arrays were handed over. Guarded by the lock. */
    int generation;
    /** Chunks of this thread that went into the queue; those that are in the file: {@link WriterState#written}. Guarded by the lock. */
    int handed;
    /** The next chunk of this thread comes after a loss. Guarded by the lock. */
    boolean gap;
    /** Values lost since the last hand-over, where not even the lock could be had. */
    int dropped;
    /** The owner stands still until the writer has taken all there is. */
    volatile boolean waiting;
    /** Hand-overs to come that should not try to get memory, because the last one that did found none. */
    int frugal;
    /** What {@code Thread.stop} threw while the runtime could not let it through. Of the owner alone. */
    Error stopped;
    /** The latest error of {@code Thread.stop} that a handler has met. */
    private Object met;
    /** The arrays and what is said of them change; what stops the thread now leaves them half changed. */
    boolean handing;
    /** The writer was told of the thread. */
    boolean announced;
    /** {@code System.nanoTime()} of the thread's first event. */
    final long born;
    /** List of threads that the writer has not seen yet: {@link Newcomers}. */
    Buffer nextFresh;

    /** Calls of {@link Probe#enter} that the cache did not answer. */
    int misses;

    /** Hashes that this thread added to {@link Hashes}, and how many of them are counted at once. A power of two. */
    private int claims;
    private static final int CLAIMS = 64;

    /** The latest overflow of the stack, and how many handlers have met it; negative once its stack trace is as it should be. */
    private WeakReference<Object> overflow;
    private int handlers;

    /** Where the control column stood behind the latest handler or exit that an overflow of the stack has met; -1 if that is long ago. */
    private int overflowedAt = -1;

    Port port;

    /** Where the thread's events go: here, to {@link #muted} while its recording is paused, or to {@link #counting}. Of the owner alone. */
    Buffer current = this;
    Muted muted;
    private Counting counting;
    /** This stands in for one whose calls are only counted. */
    boolean counts;

    /** What the writer alone knows of this thread. */
    final WriterState writer = new WriterState();

    /**
     * For threads whose events go nowhere: the writer itself, and every thread once tracing is off. Shared, so its fields
     * race; all its slow paths return constants, and its arrays never change.
     */
    static final Buffer MUTE = new Buffer(null, Limits.TINY_COLUMN);

    Buffer(Thread thread, int capacity) {
        this.thread = thread;
        recording = thread;
        control = new int[capacity];
        data = new int[capacity];
        int stamps = capacity >> 3;
        sync = new int[stamps > Limits.TINY_COLUMN ? stamps : Limits.TINY_COLUMN]; // Without a call: see born.
        controlLimit = softLimit(capacity);
        dataLimit = controlLimit;
        syncLimit = softLimit(sync.length);
        if (thread == null) {
            idLimit = Integer.MIN_VALUE;
            mutex = null;
            born = 0; // In a traced JDK, it is there before the system's clock is.
        } else {
            mutex = new Mutex();
            born = System.nanoTime();
        }
    }

    /** With the columns of another one. */
    Buffer(Thread thread, Buffer columns) {
        this.thread = thread;
        recording = thread;
        control = columns.control;
        data = columns.data;
        sync = columns.sync;
        mutex = columns.mutex;
        born = columns.born;
    }

    /** Makes room in the control column. Returns the position of the next value, which is this one. */
    @DontInline
    public int controlFull(int value) {
        if (thread == null) {
            return 0;
        }
        handOver();
        if (stopped != null) {
            throw stop();
        }
        return controlPos;
    }

    /** Makes room in the data column. Returns the position of the next value, which is this one. */
    @DontInline
    public int dataFull(int value) {
        if (thread == null) {
            return 0;
        }
        handOver();
        if (stopped != null) {
            throw stop();
        }
        return dataPos;
    }

    /**
     * Control: how many values the data column has in all, and then the path. All of it, or nothing if the stack overflows.
     * A number that was announced to a constructor is for one that never began.
     */
    @DontInline
    public void interrupted(int id) {
        announcedId = 0;
        int p = controlPos;
        if (p + Format.INTERRUPTED_WORDS >= controlLimit) {
            p = controlFull(id);
        }
        int end = p + Format.INTERRUPTED_WORDS + 1;
        int[] column = control;
        if (end > column.length) {
            dropped++;
            return;
        }
        long values = dataBefore + dataPos;
        column[p] = Format.INTERRUPTED;
        column[p + 1] = (int) values;
        column[p + 2] = (int) (values >>> 32);
        column[p + 3] = id;
        controlPos = end;
    }

    /** As {@link Probe#prepare}. */
    static boolean prepare(Throwable e) {
        return e instanceof VirtualMachineError;
    }

    /**
     * {@code Thread.stop} may strike between the event of a path and the number of the next: then the handler has the number of
     * the path that was written last. It has it, too, where the path is taken a second time, and nothing tells the two apart.
     * So the trace of the thread ends at this event, which counts as lost; what comes later comes after a loss. Of the handlers that
     * the error meets only the first is where it struck.
     */
    boolean isStopBehind(Object e, int id) {
        if (thread == null || e == met || !isStop(e, this)) {
            return false;
        }
        met = e;
        if (controlPos > 0 && control[controlPos - 1] != id) {
            return false;
        }
        handOver();
        announcedId = 0;
        dropped++;
        return true;
    }

    private static boolean isStop(Object e, Buffer b) {
        Thread recording = b.recording;
        b.recording = null;
        try {
            return e.getClass().getName().equals("java.lang.ThreadDeath");
        } finally {
            b.recording = recording;
        }
    }

    /** The path of this exception is written. What threw may have acquired something. Overflows the stack at most before that. */
    @DontInline
    public void threw(Object e) {
        if (stamp != Stamps.ONE.last) {
            acquire();
        }
        if (e instanceof Error) {
            try {
                shows(e);
            } catch (Throwable failure) {
                if (!(failure instanceof VirtualMachineError)) {
                    keepStop(failure);
                }
            }
        }
    }

    /**
     * The program is about to see this error: an overflow of the stack without our frames. Near the end of the stack that may
     * fail; then a caller's handler tries again.
     */
    private void shows(Object e) {
        if (e.getClass() != StackOverflowError.class) {
            return;
        }
        overflowedAt = controlPos;
        Thread before = recording;
        recording = null;
        try {
            if (overflow == null || overflow.get() != e) {
                overflow = new WeakReference<>(e);
                handlers = 0;
            }
            if (handlers >= 0 && (handlers++ & Limits.OVERFLOWED_HANDLERS - 1) == 0) {
                Frames.hide((Throwable) e);
                handlers = -1;
            }
        } catch (OutOfMemoryError failure) {
            handlers = -1; // Each attempt costs the program a garbage collection.
        } catch (Throwable failure) {
            if (!(failure instanceof VirtualMachineError)) {
                keepStop(failure);
            }
        } finally {
            recording = before;
        }
    }

    /** Synchronisation: a stamp higher than all before, at this place of the control column. */
    @DontInline
    public void acquire() {
        if (thread == null) {
            return;
        }
        try {
            takeStamp();
            return;
        } catch (Throwable e) {
            if (e instanceof VirtualMachineError || !keepStop(e)) {
                dropped++; // The end of the stack: from here on the order is not known.
                return;
            }
        }
        try {
            takeStamp();
        } catch (Throwable e) {
            dropped++;
        }
    }

    /**
     * {@code Thread.stop} may strike anywhere, in the runtime, too. What is caught there is kept until the thread is about to
     * record something: there an error may arrive as one of the JVM does ({@code docs/format.md} section 1.2). Says whether it was that.
     */
    boolean keepStop(Throwable e) {
        if (thread == null || !isStop(e, this)) {
            return false;
        }
        if (mutex != null) {
            mutex.leaveIfInside();
        }
        stopped = (Error) e;
        controlLimit = 0;
        dataLimit = 0;
        return true;
    }

    private Error stop() {
        Error e = stopped;
        stopped = null;
        met = e; // It arrives before the event.
        return e;
    }

    /** All of a stamp, or nothing if the stack overflows. */
    private void takeStamp() {
        if (syncPos + Format.STAMP_WORDS > syncLimit) {
            handOver();
        }
        long next = Stamps.next();
        int p = syncPos;
        sync[p] = controlPos;
        sync[p + 1] = (int) next;
        sync[p + 2] = (int) (next >>> 32);
        syncPos = p + Format.STAMP_WORDS;
        stamp = next;
    }

    /** A method begins while this thread's stamp is not the latest. May overflow the stack: see {@link Probe#enter}. */
    @DontInline
    public void enter() {
        if (called != controlPos && thread != null) {
            takeStamp();
        }
    }

    /** Class initialisers have ended since this thread looked last. What ends after this look is noticed at the next. */
    @DontInline
    public void initialized() {
        initialized = Stamps.ONE.initialized;
        if (stamp != Stamps.ONE.last) {
            acquire();
        }
    }

    /** A class initialiser of the program ends: who finds the class initialised needs a later stamp. */
    @DontInline
    public void initializer() {
        if (!Threads.begun) {
            return; // Threads that begin later see all that was done by now.
        }
        try {
            Stamps.initialized();
        } catch (Throwable e) {
            dropped++;
            if (!(e instanceof VirtualMachineError)) {
                keepStop(e);
            }
        }
    }

    /** Reserves object numbers. Returns the first. */
    @DontInline
    public int moreIds() {
        try {
            if (thread == null) {
                return Threads.begun ? Ids.block(1) : 0; // An object without a number gets one when it is recorded first.
            }
            int size = idBlock;
            int first = Ids.block(size);
            idLimit = first + size;
            idBlock = Math.min(size * Limits.GROWTH, Limits.IDS);
            return first;
        } catch (Throwable e) {
            // Only the end of the stack leads here. No number was taken and the object stays without, so what the trace
            // says of it is wrong: a loss. An empty block sends the next object here again.
            idLimit = 0;
            if (!(e instanceof VirtualMachineError) && keepStop(e)) {
                return moreIds();
            }
            dropped++;
            return 0;
        }
    }

    /** Whether no other object that traced code created has the identity hash; from now on one has. */
    boolean claim(int hash) {
        try {
            if (thread == null) {
                return true;
            }
            if ((++claims & CLAIMS - 1) == 0) {
                Hashes.ONE.count(CLAIMS);
            }
            return Hashes.ONE.add(hash);
        } catch (Throwable e) {
            return true; // Only the end of the stack leads here.
        }
    }

    void announce(int id) {
        announcedId = id;
    }

    int announced() {
        int id = announcedId;
        announcedId = 0;
        return id;
    }

    /** Control: a class that the map does not know answers the call. Its receiver and arguments are recorded. */
    @DontInline
    public void answeredOutside() {
        if (thread != null) {
            Probe.path(this, Format.OUTSIDE);
            outside = true;
        }
    }

    /** Control: a call of a traced virtual method has returned. Untraced code that answered it may have acquired something. */
    @DontInline
    public void returned() {
        Probe.acquired(this);
        Probe.path(this, Format.RETURNED);
    }

    /** The number of a class, remembered for the next time. */
    int number(Class<?> c) {
        if (thread == null) {
            return 0;
        }
        int known = Classes.known(c);
        int index = known != 0 ? known : look(c);
        // In this order: the writer may clear lastClass at any time, and only clear it.
        lastClass = null;
        lastClassIndex = index;
        lastClass = c;
        return index;
    }

    private int look(Class<?> c) {
        Thread before = recording;
        recording = null;
        try {
            return Classes.number(c);
        } finally {
            recording = before;
        }
    }

    /** The number of a field. Called inside the runtime. */
    int number(Field field) {
        return Reflected.number(field);
    }

    /**
     * From now on the thread's events go nowhere. Returns what {@link #resume} has to be called on, which is {@link #MUTE} if
     * the thread was paused already.
     */
    Buffer pause() {
        if (thread == null || current != this) {
            return MUTE;
        }
        if (!canStandIn(false)) {
            dropped++; // What the trace says from here on may be wrong.
            return MUTE;
        }
        Threads.use(this, muted);
        return this;
    }

    /** Makes what stands in for this buffer, if it is not there yet. Fails if there is no memory or no stack. */
    private boolean canStandIn(boolean toCount) {
        try {
            if (muted == null) {
                muted = new Muted(this);
            }
            if (toCount && counting == null) {
                counting = new Counting(this);
            }
            return true;
        } catch (Throwable e) {
            if (e instanceof OutOfMemoryError && Reserve.release()) {
                return canStandIn(toCount);
            }
            if (!(e instanceof VirtualMachineError)) {
                keepStop(e);
            }
            return false;
        }
    }

    /** Control: what the call runs that comes next is only counted, up to {@link #follow}. Without memory or stack it is followed. */
    @DontInline
    void count() {
        if (thread != null && current == this && !Settings.FOLLOW_JDK && canStandIn(true)) {
            counting.begin(Format.COUNTED);
        }
    }

    /** Control: the call that is only counted has ended, if there was one. */
    @DontInline
    void follow() {
        if (current == counting) {
            counting.end(Format.FOLLOWED);
        }
    }

    /** The buffer of code of the program, which begins. */
    Buffer followed() {
        return this;
    }

    /** The thread records again. */
    void resume() {
        if (thread != null) {
            Threads.use(this, this);
        }
    }

    /** Through which other copies of the runtime record on this thread. */
    final Port port() {
        if (port == null) {
            port = new Port(this);
        }
        return port;
    }

    /**
     * Hands over what there is. If that fails in the middle (no stack, no memory) the events stay where they are and the
     * limits rise into the reserve behind the soft limit; when that is used up as well they are dropped, and counted.
     */
    private void handOver() {
        Thread before = recording;
        recording = null;
        try {
            handOverAll();
        } finally {
            recording = before;
        }
    }

    private void handOverAll() {
        try {
            Recorder.handOver(this);
        } catch (Throwable e) {
            // The program must not see it here. The state is consistent (see Recorder.handOver), unless the thread was stopped.
            if (!(e instanceof VirtualMachineError) && keepStop(e) && handing) {
                Recorder.repair(this);
            }
        }
        if (controlPos >= control.length || dataPos >= data.length || syncPos + Format.STAMP_WORDS > sync.length) {
            try {
                Recorder.drop(this);
            } catch (Throwable e) {
                // No stack for that either.
                if (!(e instanceof VirtualMachineError)) {
                    keepStop(e);
                }
            }
        }
        // No calls from here on: they could fail for the same reason. What is full now gives up its latest value.
        if (controlPos >= control.length) {
            controlPos = control.length - 1;
            dropped++;
        }
        if (dataPos >= data.length) {
            dataPos = data.length - 1;
            dropped++;
        }
        if (syncPos + Format.STAMP_WORDS > sync.length) {
            syncPos -= Format.STAMP_WORDS;
            dropped++;
        }
        // The reserve is used up in a few steps: each attempt may cost the program a garbage collection.
        int c = control.length - (control.length >> 3);
        while (c <= controlPos) {
            c += (control.length >> 5) + 1;
        }
        controlLimit = c < control.length ? c : control.length;
        int d = data.length - (data.length >> 3);
        while (d <= dataPos) {
            d += (data.length >> 5) + 1;
        }
        dataLimit = d < data.length ? d : data.length;
        int s = sync.length - (sync.length >> 3);
        while (s < syncPos + Format.STAMP_WORDS) {
            s += (sync.length >> 5) + 1;
        }
        syncLimit = s < sync.length ? s : sync.length;
        if (stopped != null) {
            controlLimit = 0;
            dataLimit = 0;
        }
    }

    /** The arrays are empty again. The caller holds the lock. */
    void restart() {
        boolean outer = handing;
        handing = true;
        generation++;
        takenControl = 0;
        takenData = 0;
        takenSync = 0;
        called = called == controlPos ? 0 : -1;
        overflowedAt = overflowedAt == controlPos ? 0 : -1;
        controlPos = 0;
        dataBefore += dataPos;
        dataPos = 0;
        syncPos = 0;
        handing = outer;
    }

    /** Whether the last thing that the thread recorded is that an overflow of the stack ended a method. */
    boolean endedByOverflow() {
        return overflowedAt == controlPos;
    }

    /** Values that are not in the file or on their way there. The caller holds the lock. */
    int unwritten() {
        return (controlPos - takenControl) + (dataPos - takenData) + (syncPos - takenSync);
    }

    /** How far a column is filled before it is handed over: an eighth is a reserve. */
    private static int softLimit(int capacity) {
        return capacity - (capacity >> 3);
    }
}
