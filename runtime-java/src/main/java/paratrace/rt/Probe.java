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
    /** Rewritten code enters this monitor where it needs one of its own; no program can have it. */
    public static final Object LOCK = new Object();

    private static final Buffer[] CACHE = Threads.CACHE;

    /**
     * The calling thread's buffer. Overflows the stack if there is no room for the other probes that the method may come to:
     * locals without a use make the frame as large as the deepest chain of them (and the frame that compiled code
     * keeps in reserve for falling back to the interpreter).
     *
     * <p>The cache is indexed by the identity hash of the thread, not by {@code getId()}: that
     * is a method which a program's thread may override, and a rewritten override would come straight back here.
     */
    @SuppressWarnings("unused")
    public static Buffer enter() {
        Thread thread = Thread.currentThread();
        Buffer buffer = CACHE[System.identityHashCode(thread) & (Threads.CACHED - 1)];
        long a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z;
        long aa, bb, cc, dd, ee, ff, gg, hh, ii, jj, kk, ll, mm, nn, oo, pp, qq, rr, ss, tt, uu, vv, ww, xx, yy, zz;
        return buffer.thread == thread ? buffer : Threads.find(thread);
    }

    /** Control: the path with this number ends here. */
    public static void path(Buffer b, int id) {
        int p = b.controlPos;
        if (p >= b.controlLimit) {
            p = b.controlFull();
        }
        b.control[p] = id;
        b.controlPos = p + 1;
    }

    /**
     * Control: the path with this number ends here with an exception. An error of the JVM may have struck anywhere, even in
     * a probe: it is said how far the data go.
     */
    public static void thrown(Object e, Buffer b, int id) {
        if (e instanceof Error) {
            b.interrupted(id);
        } else {
            path(b, id);
        }
    }

    /** Data: one value. */
    public static void value(int v, Buffer b) {
        int p = b.dataPos;
        if (p >= b.dataLimit) {
            p = b.dataFull();
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

    /** Data of {@code array.clone()}, after it: hash and length of the copy. */
    public static void clone(Object copy, Buffer b) {
        value(System.identityHashCode(copy), b);
        value(java.lang.reflect.Array.getLength(copy), b);
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

    /**
     * The number of the object that the calling constructor initialises: the one that a subclass's constructor has announced,
     * or a new one. A constructor may store into fields before the object can hold its number.
     */
    public static int claimId(Buffer b) {
        int id = b.announcedId;
        b.announcedId = 0;
        return id != 0 ? id : newId(b);
    }

    /** Passes the number of the object under construction on to the constructor that is called next. */
    public static void announceId(int id, Buffer b) {
        b.announcedId = id;
    }

    private Probe() {}
}
