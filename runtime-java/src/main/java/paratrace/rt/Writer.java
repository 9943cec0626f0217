package paratrace.rt;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The one thread that writes: takes full columns out of the queue, looks at every thread once a tick, and ends the trace when
 * the JVM shuts down. Nothing else touches the files or the {@link WriterState} of a thread.
 *
 * <p>A look at a thread that has unwritten events asks for them. If it has not answered at the next look, the writer takes
 * what it saw at the one before: see {@link Buffer} for why that is there. What was taken stays in the thread's arrays; the
 * later hand-over begins behind it.
 */
final class Writer extends Thread implements Function<Object, Object> {
    /** The trace is ended, or there is none. */
    volatile boolean done;

    /** The trace is ended and that was said, if it was to be. */
    volatile boolean told;

    /** What a thread list shows, also that of the system. */
    static final String NAME = "paratrace-writer";

    private Segments segments;
    /** What to say at the end; null if nothing. */
    private LastLine lastLine;
    /** A thread has ended with an overflow of its stack. */
    private boolean overflowed;
    /** The trace has reached its limit: what comes is counted, and not written. */
    private boolean full;
    /** For messages: where the trace is, once that is decided. */
    private String dir = "";
    private final Columns columns = new Columns();
    /** Copies of what is taken from under a thread. */
    private final Chunk snapshot = new Chunk(null, new int[Limits.FULL_COLUMN], 0, new int[Limits.FULL_COLUMN], 0,
            new int[Limits.FULL_COLUMN], 0);

    /** Every thread that lives, as far as known. */
    private Buffer[] live = new Buffer[64];
    private int liveCount;
    private int threads;
    /** Sequence number of the next chunk that belongs to no thread. */
    private int sequence;

    /** Stored and loaded between two racing reads, so that neither compiler nor processor swaps them. */
    private volatile int fence;

    Writer(ThreadGroup group) {
        super(group, NAME);
        setDaemon(true);
        setContextClassLoader(null);
    }

    /** What other copies of the runtime ask of the leader: {@link Copies}. */
    @Override
    public Object apply(Object what) {
        if (what instanceof byte[]) {
            return Arrays.equals((byte[]) what, ProgramMap.head());
        }
        Buffer b = Probe.enter();
        if (what instanceof Class) {
            return Inside.isRemade((Class<?>) what, b);
        }
        if (what instanceof String) {
            Inside.remake(what, '.', b);
            return null;
        }
        if (b.thread == null) {
            return null;
        }
        b.port().add((Runnable) what);
        return b.port();
    }

    @Override
    public void run() {
        try {
            File place = Place.create();
            dir = " in ".concat(place.getPath());
            byte[] mapHash = ProgramMap.copyTo(place);
            segments = new Segments(place, mapHash == null ? new byte[Format.MAP_HASH] : mapHash);
            if (mapHash == null) {
                new File(place, Format.MAP_FILE).delete(); // Only now: until there is a segment, it says whose place this is.
            } else {
                lastLine = LastLine.of(place);
            }
            // Whatever the JVM has to load or link for encoding needs memory, and later there may be none.
            columns.begin(1);
            columns.add(Format.COLUMN_DATA, snapshot.data, 0, Limits.FIRST_COLUMN, false);
            Recorder.begun = true;
        } catch (Throwable e) {
            fail("cannot begin a trace", e);
        }
        try {
            loop();
            end();
        } catch (Throwable e) {
            fail("cannot write the trace", e);
        }
        done = true;
        if (lastLine != null && Recorder.state == Recorder.ENDED) {
            lastLine.print(segments.bytes(), overflowed);
        }
        told = true;
        watchLateEvents();
    }

    /** Until the JVM shuts down. Nothing that happens to one chunk ends the loop: threads must still be dropped. */
    private void loop() {
        long next = System.nanoTime();
        while (!Recorder.closing) {
            long now = System.nanoTime();
            Chunk chunk = Queue.take();
            if (chunk != null) {
                write(chunk);
            } else if (next - now > 0) {
                Recorder.sleep(next - now);
            }
            if (next - System.nanoTime() <= 0 || Threads.sweepWanted()) {
                sweep();
                next = System.nanoTime() + Limits.TICK * 1_000_000L;
            }
        }
    }

    private void fail(String what, Throwable e) {
        try {
            Recorder.turnOff(what.concat(dir), e, "; the program goes on without. ".concat(advice(e)).concat("ame another directory with -D")
                    .concat(Place.DIR_PROPERTY).concat("=DIR"));
        } catch (Throwable again) {
            Recorder.state = Recorder.OFF;
            Probe.off = true;
        }
    }

    /** What there is to do beside using another directory. */
    private static String advice(Throwable e) {
        String message = String.valueOf(e.getMessage());
        boolean space = message.contains("space") || message.contains("quota");
        return space ? "Free space, or n" : "N";
    }

    /** Writes what is in the queue now, and not what busy threads add meanwhile: that might never end. */
    private void drain() {
        Queue.takeOver();
        for (Chunk chunk = Queue.next(); chunk != null; chunk = Queue.next()) {
            write(chunk);
        }
    }

    private void write(Chunk chunk) {
        try {
            boolean wrong = tookWrong(chunk.owner, chunk.control, chunk.controlFrom, chunk.data, chunk.dataFrom, chunk.sync,
                    chunk.syncFrom);
            Totals.lose(chunk.dropped);
            events(chunk.owner, chunk.gap | wrong, chunk);
        } finally {
            release(chunk);
        }
    }

    private static void release(Chunk chunk) {
        chunk.owner.writer.written = chunk.number;
        Queue.release(chunk);
        Pool.give(chunk.control);
        Pool.give(chunk.data);
        Pool.give(chunk.sync);
    }

    /** Whether snapshots read other values than their thread wrote. It is counted. */
    private boolean tookWrong(Buffer b, int[] control, int controlTaken, int[] data, int dataTaken, int[] sync, int syncTaken) {
        WriterState w = b.writer;
        if (controlTaken + dataTaken + syncTaken == 0
                || w.controlHash == hash(control, controlTaken, 0) && w.dataHash == hash(data, dataTaken, 0)
                && w.syncHash == hash(sync, syncTaken, 0)) {
            return false;
        }
        Totals.lose(controlTaken + dataTaken + syncTaken);
        return true;
    }

    /** Writes one events chunk, and before it whatever it refers to. */
    private void events(Buffer b, boolean gap, Chunk c) {
        if (Recorder.state == Recorder.OFF || c.isEmpty()) {
            b.writer.sequence += gap ? 1 : 0;
            return;
        }
        if (full) {
            cut(b, c);
            return;
        }
        try {
            prepare(b);
            WriterState w = b.writer;
            if (gap) {
                w.sequence++;
            }
            encodeAlone(c);
            if (!segments.hasRoom(columns.length, threads)) {
                fill();
                cut(b, c);
                return;
            }
            segments.write(columns.chunk, columns.length, Format.KIND_EVENTS, w.number, w.sequence++);
            w.control += c.controlTo - c.controlFrom;
            w.data += c.dataTo - c.dataFrom;
            w.sync += c.syncTo - c.syncFrom;
        } catch (OutOfMemoryError e) {
            // The program has used up the heap, and may well live on.
            b.writer.sequence++;
            Totals.lose(c.values());
        } catch (Throwable e) {
            fail("cannot write the trace", e);
        }
    }

    /** The limit is reached. Classes and names of threads are small, and come before events: they fit into what is left. */
    private void fill() {
        full = true;
        Probe.off = true;
        Notice.print("the trace".concat(dir).concat(" has reached its limit of " + segments.limit()
                + " bytes: the program goes on, and what it does from now on is not recorded. -D" + Room.PROPERTY
                + "=SIZE sets another limit"));
    }

    /** Counts what does not fit any more. */
    private static void cut(Buffer b, Chunk c) {
        Totals.lose(c.values());
        Recorder.written++; // Nobody must take the writer for stuck.
        if (!b.writer.cut) {
            b.writer.cut = true;
            b.writer.sequence++;
        }
    }

    /** What the events of a thread refer to. If the program has used up the memory for that, there is some set aside. */
    private void prepare(Buffer b) throws IOException {
        for (;;) {
            try {
                define();
                introduce(b);
                return;
            } catch (OutOfMemoryError e) {
                if (!Reserve.release()) {
                    throw e;
                }
            }
        }
    }

    private void encodeAlone(Chunk c) {
        boolean hurry = Recorder.crowded();
        Object entrance = entrance();
        if (entrance == null) {
            encode(c, hurry);
            return;
        }
        synchronized (entrance) {
            Recorder.gate = entrance;
            encode(c, hurry);
            Recorder.gate = null;
        }
    }

    /** Null if there is no memory for it: then nobody is kept from running meanwhile. To ask for some would cost the program a collection. */
    private static Object entrance() {
        try {
            return Reserve.hasRoom() ? new Object() : null;
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    private void encode(Chunk c, boolean hurry) {
        columns.begin((c.controlFrom < c.controlTo ? 1 : 0) + (c.dataFrom < c.dataTo ? 1 : 0) + (c.syncFrom < c.syncTo ? 1 : 0));
        if (c.controlFrom < c.controlTo) {
            columns.add(Format.COLUMN_CONTROL, c.control, c.controlFrom, c.controlTo, hurry);
        }
        if (c.dataFrom < c.dataTo) {
            columns.add(Format.COLUMN_DATA, c.data, c.dataFrom, c.dataTo, hurry);
        }
        if (c.syncFrom < c.syncTo) {
            columns.addStamps(c.sync, c.syncFrom, c.syncTo, c.base, hurry);
        }
    }

    private void define() throws IOException {
        if (Definitions.isPending()) {
            Bytes payload = payload();
            Definitions.write(payload);
            put(payload, Format.KIND_CLASSES, Format.NO_THREAD, sequence);
            sequence++;
            Definitions.written();
        }
    }

    /** Gives a thread its number and writes its name and its hash, before its first chunk. */
    private void introduce(Buffer b) throws IOException {
        WriterState w = b.writer;
        if (w.number < 0) {
            Bytes payload = payload();
            payload.int64(JavaThread.id(b.thread));
            payload.string(b.thread.getName());
            payload.int32(System.identityHashCode(b.thread));
            put(payload, Format.KIND_THREAD, threads, w.sequence);
            w.sequence++;
            w.number = threads++;
        }
    }

    /** A small chunk, where large ones are made otherwise: that takes no memory. */
    private Bytes payload() {
        return new Bytes(columns.chunk, Format.CHUNK_HEADER);
    }

    private void put(Bytes chunk, int kind, int thread, int sequence) throws IOException {
        segments.write(chunk.array, chunk.length, kind, thread, sequence);
    }

    /** Looks at every thread. */
    private void sweep() {
        boolean somebodyWaits = Recorder.someWait;
        Recorder.someWait = false;
        if (somebodyWaits) {
            drain(); // What such a thread handed over before comes first.
        }
        welcome();
        Threads.resize();
        Reserve.setAside();
        Classes.forgetKnown();
        Inside.forget();
        int kept = 0;
        for (int i = 0; i < liveCount; i++) {
            Buffer b = live[i];
            if (look(b)) {
                live[kept++] = b;
            }
        }
        Arrays.fill(live, kept, liveCount, null);
        liveCount = kept;
        if (Recorder.state == Recorder.OFF && Definitions.isPending()) {
            Definitions.written();
        }
    }

    /** Adds the new threads to {@link #live}, in the order in which they came. */
    private void welcome() {
        Buffer fresh = Threads.takeFresh();
        int count = 0;
        for (Buffer b = fresh; b != null; b = b.nextFresh) {
            count++;
        }
        if (liveCount + count > live.length) {
            live = Arrays.copyOf(live, Math.max(2 * live.length, liveCount + count));
        }
        liveCount += count;
        for (int i = liveCount - 1; fresh != null; i--) {
            Buffer next = fresh.nextFresh;
            fresh.nextFresh = null;
            live[i] = fresh;
            fresh = next;
        }
    }

    /** One look at one thread. Returns whether it is still of interest. */
    private boolean look(Buffer b) {
        WriterState w = b.writer;
        // In this order: what a thread did before it died is visible to whoever sees it dead.
        boolean dead = !b.thread.isAlive();
        if (!dead && isIdle(b)) {
            return true;
        }
        boolean waiting;
        boolean still;
        boolean gap;
        int controlFrom;
        int dataFrom;
        int syncFrom;
        if (!lock(b) && !dead) {
            return leftAlone(b);
        }
        try {
            if (b.handed != w.written) {
                w.settled = ++w.looks > 2;
                w.active = true;
                return true; // It has answered; what it wrote since is looked at when that is in the file.
            }
            waiting = b.waiting;
            still = dead || waiting;
            boolean seen = b.generation == w.seenGeneration;
            if (!still && seen && System.nanoTime() - w.seenAt < Limits.SETTLED) {
                return true; // Too early: looked at again because of other threads.
            }
            gap = b.gap;
            b.gap = false;
            if (still) {
                Totals.lose(b.dropped);
                gap |= b.dropped != 0;
                b.dropped = 0;
            }
            controlFrom = b.takenControl;
            dataFrom = b.takenData;
            syncFrom = b.takenSync;
            if (still || seen) {
                b.takenControl = Math.max(controlFrom, still ? b.controlPos : w.seenControl);
                b.takenData = Math.max(dataFrom, still ? b.dataPos : w.seenData);
                b.takenSync = Math.max(syncFrom, still ? b.syncPos : w.seenSync);
            }
            snapshot.base = controlFrom;
            snapshot.controlTo = b.takenControl - controlFrom;
            snapshot.dataTo = b.takenData - dataFrom;
            snapshot.syncTo = b.takenSync - syncFrom;
            System.arraycopy(b.control, controlFrom, snapshot.control, 0, snapshot.controlTo);
            System.arraycopy(b.data, dataFrom, snapshot.data, 0, snapshot.dataTo);
            System.arraycopy(b.sync, syncFrom, snapshot.sync, 0, snapshot.syncTo);
        } finally {
            b.mutex.held = 0;
        }
        gap |= still && tookWrong(b, b.control, controlFrom, b.data, dataFrom, b.sync, syncFrom);
        boolean first = controlFrom + dataFrom + syncFrom == 0;
        w.controlHash = hash(snapshot.control, snapshot.controlTo, first ? 0 : w.controlHash);
        w.dataHash = hash(snapshot.data, snapshot.dataTo, first ? 0 : w.dataHash);
        w.syncHash = hash(snapshot.sync, snapshot.syncTo, first ? 0 : w.syncHash);
        if (gap || !snapshot.isEmpty()) {
            events(b, gap, snapshot);
        }
        if (waiting) {
            b.waiting = false;
        }
        if (dead) {
            overflowed |= b.endedByOverflow();
            endOfThread(b);
            Threads.remove(b);
            if (b.port != null) {
                b.port.end();
            }
            return false;
        }
        ask(b);
        return true;
    }

    /** At the end of the trace there is no other look: a thread that has no processor at the moment is waited for. */
    private static boolean lock(Buffer b) {
        for (int i = 0; !b.mutex.lockIfFree(); i++) {
            if (Recorder.state != Recorder.ENDED || i == Limits.CLOSING) {
                return false;
            }
            Recorder.pause(1);
        }
        return true;
    }

    /** A thread that stands still in the middle of a hand-over: suspended, perhaps. Another look will do, if there is one. */
    private boolean leftAlone(Buffer b) {
        b.writer.settled = false;
        if (Recorder.state == Recorder.ENDED) {
            b.writer.sequence++;
            Totals.lose(1);
        }
        return true;
    }

    /** Nothing new, and nothing to clear: not worth the lock. Stale reads do no harm, the next look is near. */
    private static boolean isIdle(Buffer b) {
        WriterState w = b.writer;
        return !Recorder.closing && !b.waiting && b.lastClass == null && b.inside == null && b.generation == w.seenGeneration && b.handed == w.written
                && b.controlPos == b.takenControl && b.dataPos == b.takenData && b.syncPos == b.takenSync
                && w.seenControl == b.takenControl && w.seenData == b.takenData && w.seenSync == b.takenSync;
    }

    /** Reads how far a thread has got, for the next look, and asks for what it has. */
    private void ask(Buffer b) {
        WriterState w = b.writer;
        if (!lock(b)) {
            w.settled = false;
            return;
        }
        try {
            int before = w.seenControl + w.seenData + w.seenSync;
            boolean same = w.seenGeneration == b.generation;
            // Control first: data and stamps of a path are recorded before its number, so they must not be behind it.
            w.seenControl = b.controlPos;
            fence = 1;
            if (fence == 1) {
                w.seenData = b.dataPos;
                w.seenSync = b.syncPos;
            }
            w.seenGeneration = b.generation;
            w.seenAt = System.nanoTime();
            w.active = !same || before != w.seenControl + w.seenData + w.seenSync;
            boolean unwritten = w.seenControl != b.takenControl || w.seenData != b.takenData || w.seenSync != b.takenSync;
            // Data that was there at the first look is taken, or on its way, at the second, asked for or handed over.
            w.settled = !unwritten || ++w.looks > 1;
            b.lastClass = null;
            b.inside = null;
            if (unwritten) {
                b.controlLimit = 0;
                b.dataLimit = 0;
                b.syncLimit = 0;
            }
        } finally {
            b.mutex.held = 0;
        }
    }

    private static int hash(int[] column, int length, int hash) {
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + column[i];
        }
        return hash;
    }

    private void endOfThread(Buffer b) {
        WriterState w = b.writer;
        if (w.number < 0 || Recorder.state == Recorder.OFF) {
            return;
        }
        try {
            Bytes payload = payload();
            payload.int64(w.control);
            payload.int64(w.data);
            payload.int64(w.sync);
            put(payload, Format.KIND_END_OF_THREAD, w.number, w.sequence++);
        } catch (Throwable e) {
            fail("cannot write the trace", e);
        }
    }

    /** Shutdown: waits for the threads that answer, takes what the others have, and ends the trace. */
    private void end() throws IOException {
        while (Hook.othersFollow() && closingFor() < Limits.STARVED) {
            tickWhileClosing();
        }
        for (int i = 0; i < liveCount; i++) {
            live[i].writer.looks = 0;
        }
        long allStarted = closingFor();
        do {
            tickWhileClosing();
        } while (worthWaiting(closingFor() - allStarted));
        if (!Totals.end(Recorder.ENDED)) {
            return;
        }
        Recorder.state = Recorder.ENDED;
        drain();
        sweep();
        for (int i = 0; i < liveCount; i++) {
            endOfThread(live[i]);
            live[i].controlLimit = 0; // The next event is too late, and is noticed.
            live[i].dataLimit = 0;
            live[i].syncLimit = 0;
        }
        if (Recorder.state == Recorder.OFF) {
            return;
        }
        segments.write(endOfTrace(reason()), END_OF_TRACE, Format.KIND_END_OF_TRACE, Format.NO_THREAD, sequence);
    }

    private void tickWhileClosing() throws IOException {
        Recorder.pause(Limits.CLOSING_TICK);
        drain();
        sweep();
    }

    /** Milliseconds since our shutdown hook began. */
    private static long closingFor() {
        return (System.nanoTime() - Recorder.closingSince) / 1_000_000;
    }

    /** Whether some thread may still say something before the JVM halts, so many milliseconds after all hooks were started. */
    private boolean worthWaiting(long millis) {
        boolean unsettled = false;
        boolean hooks = false;
        for (int i = 0; i < liveCount; i++) {
            Buffer b = live[i];
            boolean mustEnd = !b.thread.isDaemon();
            unsettled |= !b.writer.settled || b.writer.active && mustEnd;
            // One that began before ours and is busy is hardly a hook; one that stands still may be linking what it runs next.
            boolean quiet = !b.writer.active && !JavaThread.isWaiting(b.thread);
            hooks |= Recorder.mayBeHook(b) && (b.born - Recorder.closingSince > 0 || quiet);
        }
        return unsettled && millis < Limits.CLOSING || hooks && millis < Limits.CLOSING_HOOKS;
    }

    private static final int END_OF_TRACE = Format.CHUNK_HEADER + 9;

    private int reason() {
        return full ? Format.SIZE_LIMIT : Format.NORMAL_SHUTDOWN;
    }

    private static byte[] endOfTrace(int reason) {
        long lost = Totals.lost() + Totals.late();
        byte[] chunk = new byte[END_OF_TRACE];
        chunk[Format.CHUNK_HEADER] = (byte) reason;
        Bytes.put32(chunk, Format.CHUNK_HEADER + 1, (int) lost);
        Bytes.put32(chunk, Format.CHUNK_HEADER + 5, (int) (lost >>> 32));
        return chunk;
    }

    /** Shutdown hooks that are longer than ours: their events come too late, and the end of the trace must say so. */
    private void watchLateEvents() {
        long known = 0;
        try {
            synchronized (Hook.HALTING) {
                while (Recorder.state == Recorder.ENDED && !Hook.isPast()) {
                    Recorder.pause(Limits.CLOSING_TICK);
                }
            }
            while (Recorder.state == Recorder.ENDED) {
                if (Totals.late() != known) {
                    known = Totals.late();
                    segments.rewriteLast(endOfTrace(reason()), END_OF_TRACE, Format.KIND_END_OF_TRACE, Format.NO_THREAD, sequence);
                }
                Recorder.sleep(Limits.TICK * 1_000_000L);
            }
        } catch (Throwable e) {
            // The JVM is about to halt.
        }
    }
}
