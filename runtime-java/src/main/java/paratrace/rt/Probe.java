package paratrace.rt;

/**
 * What rewritten code calls. Names and descriptors are fixed: they are in every rewritten class.
 *
 * <p>Bodies stay under 35 bytes of bytecode, so that both compilers of HotSpot inline them wherever they are called. They
 * call nothing but intrinsics of the JVM until a column is full; no method of the program can run inside them. Nothing is
 * thrown here but by {@link #enter}, which a method calls before all else: at the end of the stack it overflows, as the
 * call of the method would have a little later. Positions advance after the store, so an event is either there or not.
 */
public final class Probe {
    /**
     * Rewritten code enters this monitor where it needs one of its own. Interned: it is the same object for all copies of the
     * runtime in a JVM, which give numbers to the same objects.
     */
    public static final Object LOCK = "paratrace.rt.Probe.LOCK";

    private static final Buffer[] CACHE = Threads.CACHE;
    private static final Stamps STAMPS = Stamps.ONE;

    /**
     * The calling thread's buffer. Overflows the stack if there is no room for the other probes that the method may come to:
     * locals without a use make the frame as large as the deepest chain of them (and the frame that compiled code
     * keeps in reserve for falling back to the interpreter).
     *
     * <p>Synchronisation: unless traced code has called the method, something may have been acquired before.
     *
     * <p>The cache is indexed by the identity hash of the thread, not by {@code getId()}: that
     * is a method which a program's thread may override, and a rewritten override would come straight back here.
     */
    @SuppressWarnings("unused")
    public static Buffer enter() {
        Thread thread = Thread.currentThread();
        Buffer buffer = cached(thread);
        long a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z;
        long aa, bb, cc, dd, ee, ff, gg, hh, ii, jj, kk, ll, mm, nn, oo, pp, qq, rr, ss, tt, uu, vv, ww, xx, yy, zz;
        return entered(buffer.thread == thread ? buffer : Threads.find(thread));
    }

    private static Buffer cached(Thread thread) {
        return CACHE[System.identityHashCode(thread) & (Threads.CACHED - 1)];
    }

    private static Buffer entered(Buffer b) {
        if (b.stamp != STAMPS.last) {
            b.enter();
        }
        return b;
    }

    /**
     * Stops recording on the calling thread: a method of the program begins that the JVM may call in the middle of an
     * instruction of another one. Returns what {@link #resume} takes. The locals as in {@link #enter}, and for the same
     * reason: where there is room for this there is room for resuming.
     */
    @SuppressWarnings("unused")
    public static Buffer pause() {
        Thread thread = Thread.currentThread();
        Buffer buffer = CACHE[System.identityHashCode(thread) & (Threads.CACHED - 1)];
        long a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z;
        long aa, bb, cc, dd, ee, ff, gg, hh, ii, jj, kk, ll, mm, nn, oo, pp, qq, rr, ss, tt, uu, vv, ww, xx, yy, zz;
        return (buffer.thread == thread ? buffer : Threads.find(thread)).pause();
    }

    /** Goes on where {@link #pause} stopped. A second time does nothing. */
    public static void resume(Buffer paused) {
        paused.resume();
    }

    /** Control: the path with this number ends here. */
    public static void path(Buffer b, int id) {
        int p = b.controlPos;
        if (p >= b.controlLimit) {
            p = b.controlFull(id);
        }
        b.control[p] = id;
        b.controlPos = p + 1;
    }

    /**
     * Control: the path with this number ends here with an exception. An error of the JVM may have struck anywhere, even in
     * a probe: it is said how far the data go. What threw may have acquired something before.
     */
    public static void thrown(Object e, Buffer b, int id) {
        if (e instanceof Error) {
            b.interrupted(id);
            b.shows(e);
        } else {
            path(b, id);
        }
        acquired(b);
    }

    /**
     * Synchronisation: what other threads did up to here may be seen from here on. No stamp is needed as long as no other
     * thread has got one since this thread's latest: whatever it sees was done before that.
     */
    public static void acquired(Buffer b) {
        if (b.stamp != STAMPS.last) {
            b.acquire();
        }
    }

    /** As {@link #path}; a traced method is called next. */
    public static void call(Buffer b, int id) {
        path(b, id);
        direct(b);
    }

    /** Synchronisation: a traced method is called next. It is known by its place in the control column. */
    public static void direct(Buffer b) {
        b.called = b.controlPos;
    }

    /** Synchronisation: a class is found initialised, which another thread may have done. */
    public static void initialized(Buffer b) {
        if (b.initialized != STAMPS.initialized) {
            b.initialized();
        }
    }

    /** Synchronisation: a class initialiser returns. */
    public static void initializer(Buffer b) {
        b.initializer();
    }

    /** Data: one value. */
    public static void value(int v, Buffer b) {
        int p = b.dataPos;
        if (p >= b.dataLimit) {
            p = b.dataFull(v);
        }
        b.data[p] = v;
        b.dataPos = p + 1;
    }

    /** Data: the hash of an object or array, 0 for null. */
    public static void identity(Object o, Buffer b) {
        value(System.identityHashCode(o), b);
    }

    /** Data of an array access: hash, index. */
    public static void element(Object array, int index, Buffer b) {
        value(System.identityHashCode(array), b);
        value(index, b);
    }

    /** Data: the hash of an object that may have state of its own; 0 for null, strings and boxes. */
    public static void state(Object o, Buffer b) {
        value(Classes.isStateless(o) ? 0 : System.identityHashCode(o), b);
    }

    /** Data of a call that is bound by its receiver: class index (0 for null), then as {@link #state}. */
    public static void receiver(Object o, Buffer b) {
        value(Classes.index(o, b), b);
        state(o, b);
    }

    /** Data of {@code System.arraycopy}: hash and position of the source, of the target, length. */
    public static void copy(Object src, int srcPos, Object dst, int dstPos, int length, Buffer b) {
        element(src, srcPos, b);
        element(dst, dstPos, b);
        value(length, b);
    }

    /** Data of a new array: its hash. Returns the array to go on with, whose hash no other new array has. */
    public static Object array(Object array, Buffer b) {
        Object unique = Fresh.unique(array, b);
        value(System.identityHashCode(unique), b);
        return unique;
    }

    /** The same for an array of arrays; those in it get hashes of their own, too. */
    public static Object arrays(Object array, Buffer b) {
        Object unique = array(array, b);
        Fresh.elements(unique, b);
        return unique;
    }

    /** A new array that untraced code has made for its caller. Returns what {@link #array} does, and records nothing. */
    public static Object own(Object array, Buffer b) {
        return array == null ? null : Fresh.unique(array, b);
    }

    /** Data of {@code array.clone()}, after it: hash and length of the copy. Returns the copy as {@link #array} does. */
    public static Object clone(Object copy, Buffer b) {
        Object unique = array(copy, b);
        value(java.lang.reflect.Array.getLength(unique), b);
        return unique;
    }

    /** Data of an object that an untraced constructor has initialised: as {@link #state}. No new array gets its hash. */
    public static void made(Object o, Buffer b) {
        int hash = Classes.isStateless(o) ? 0 : System.identityHashCode(o);
        value(hash, b);
        b.claim(hash);
    }

    /** The same where it can be made once more: returns the object to go on with, whose hash no new array or object has. */
    public static Object remade(Object o, Buffer b) {
        Object unique = Fresh.another(o, b);
        value(System.identityHashCode(unique), b);
        return unique;
    }

    /** A new object number: greater than 0, unique in this JVM, never used again. Records nothing. */
    public static int newId(Buffer b) {
        int id = b.nextId;
        if (id >= b.idLimit) {
            id = b.moreIds();
        }
        b.nextId = id + 1;
        return id;
    }

    /** The same for the calling thread, inside other probes. */
    public static int newId() {
        Thread thread = Thread.currentThread();
        Buffer b = cached(thread);
        return newId(b.thread == thread ? b : Threads.find(thread));
    }

    /**
     * The number of the object that the calling constructor initialises: the one that a subclass's constructor has announced,
     * or a new one. A constructor may store into fields before the object can hold its number.
     */
    public static int claimId(Buffer b) {
        int id = b.announced();
        return id != 0 ? id : newId(b);
    }

    /** Passes the number of the object under construction on to the constructor that is called next. */
    public static void announceId(int id, Buffer b) {
        b.announce(id);
    }

    private Probe() {}
}
