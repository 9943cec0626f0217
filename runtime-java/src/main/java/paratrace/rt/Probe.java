package paratrace.rt;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.Stable;

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

    /**
     * Nothing is recorded any more, until the JVM ends. All probes look at it before they do anything. Code that was compiled before comes to
     * a branch that was never taken, and is compiled anew; where the JVM trusts the runtime, it then takes this for a constant, and probes
     * cost nothing. Not volatile: a thread may see it late.
     */
    @Stable
    static boolean off;

    private static final Buffer[] CACHE = Threads.CACHE;
    private static final Stamps STAMPS = Stamps.ONE;

    /**
     * The calling thread's buffer. Overflows the stack if there is no room for the other probes that the method may come to:
     * locals without a use make the frame larger than the deepest chain of them. They take a page: compiled code has none of
     * them, but keeps as much free for falling back to the interpreter, and looks only once a page whether it is.
     *
     * <p>Synchronisation: unless traced code has called the method, something may have been acquired before.
     *
     * <p>The cache is indexed by the identity hash of the thread, not by {@code getId()}: that
     * is a method which a program's thread may override, and a rewritten override would come straight back here.
     */
    public static Buffer enter() {
        if (off) {
            return Buffer.MUTE;
        }
        Buffer b = enterRecording();
        return b.counts ? b.followed() : b;
    }

    @SuppressWarnings("unused")
    private static Buffer enterRecording() {
        Thread thread = Thread.currentThread();
        Buffer buffer = cached(thread);
        long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15;
        long a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31;
        long b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15;
        long b16, b17, b18, b19, b20, b21, b22, b23, b24, b25, b26, b27, b28, b29, b30, b31;
        long c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15;
        long c16, c17, c18, c19, c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31;
        long d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15;
        long d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d30, d31;
        long e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, e13, e14, e15;
        long e16, e17, e18, e19, e20, e21, e22, e23, e24, e25, e26, e27, e28, e29, e30, e31;
        long f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15;
        long f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31;
        long g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, g10, g11, g12, g13, g14, g15;
        long g16, g17, g18, g19, g20, g21, g22, g23, g24, g25, g26, g27, g28, g29, g30, g31;
        long h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11, h12, h13, h14, h15;
        long h16, h17, h18, h19, h20, h21, h22, h23, h24, h25, h26, h27, h28, h29, h30, h31;
        return entered(buffer.recording == thread ? buffer : Threads.find(thread));
    }

    /**
     * As {@link #enter}, for methods of a traced JDK: none of them begins the trace. Before it begins there may be no thread yet, and the
     * JVM cannot be asked for it.
     */
    public static Buffer enterPlatform() {
        return off || !Threads.begun ? Buffer.MUTE : enterRecording();
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
    public static Buffer pause() {
        return off ? Buffer.MUTE : pauseRecording();
    }

    @SuppressWarnings("unused")
    private static Buffer pauseRecording() {
        Thread thread = Thread.currentThread();
        Buffer buffer = CACHE[System.identityHashCode(thread) & (Threads.CACHED - 1)];
        long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15;
        long a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31;
        long b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15;
        long b16, b17, b18, b19, b20, b21, b22, b23, b24, b25, b26, b27, b28, b29, b30, b31;
        long c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15;
        long c16, c17, c18, c19, c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31;
        long d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15;
        long d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d30, d31;
        long e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, e13, e14, e15;
        long e16, e17, e18, e19, e20, e21, e22, e23, e24, e25, e26, e27, e28, e29, e30, e31;
        long f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15;
        long f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31;
        long g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, g10, g11, g12, g13, g14, g15;
        long g16, g17, g18, g19, g20, g21, g22, g23, g24, g25, g26, g27, g28, g29, g30, g31;
        long h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11, h12, h13, h14, h15;
        long h16, h17, h18, h19, h20, h21, h22, h23, h24, h25, h26, h27, h28, h29, h30, h31;
        return (buffer.recording == thread ? buffer : Threads.find(thread)).pause();
    }

    /** As {@link #pause}, for methods of a traced JDK. There is nothing to stop before the trace begins. */
    public static Buffer pausePlatform() {
        return Threads.begun ? pause() : Buffer.MUTE;
    }

    /** Goes on where {@link #pause} stopped. A second time does nothing. */
    public static void resume(Buffer paused) {
        paused.resume();
    }

    /** A class file transformer of the program returns a class file for the class of a name: null, or what was before, if it leaves that as it is. */
    public static void transformed(Object file, Object before, Object name, Buffer b) {
        if (!off && file != null && file != before && name != null) {
            Inside.remake(name, '/', b);
        }
    }

    /** The program is about to redefine a class. */
    public static void redefined(Object c, Buffer b) {
        if (!off && c != null) {
            Inside.remake(c, '.', b);
        }
    }

    /** Control: the path with this number ends here. */
    public static void path(Buffer b, int id) {
        if (!off) {
            record(b, id);
        }
    }

    private static void record(Buffer b, int id) {
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
     *
     * <p>Nothing leaves once the path is written: an outer handler of the method would write it again.
     */
    public static void thrown(Object e, Buffer b, int id) {
        if (!off) {
            recordThrown(e, b, id);
        }
    }

    @DontInline
    private static void recordThrown(Object e, Buffer b, int id) {
        b.follow();
        if (e instanceof Error) {
            if (e instanceof VirtualMachineError || !b.isStopBehind(e, id)) {
                b.interrupted(id);
            }
        } else {
            path(b, id);
        }
        if (b.stamp == STAMPS.last && !(e instanceof Error)) {
            return;
        }
        try {
            b.threw(e);
        } catch (Throwable failure) {
            if (!(failure instanceof VirtualMachineError)) {
                b.keepStop(failure);
            } else if (b.stamp != STAMPS.last) {
                b.dropped++; // The end of the stack: from here on the order is not known.
            }
        }
    }

    /**
     * Synchronisation: what other threads did up to here may be seen from here on. No stamp is needed as long as no other
     * thread has got one since this thread's latest: whatever it sees was done before that.
     */
    public static void acquired(Buffer b) {
        if (!off && b.stamp != STAMPS.last) {
            b.acquire();
        }
    }

    /** As {@link #path}; a traced method is called next. */
    public static void call(Buffer b, int id) {
        if (!off) {
            recordCall(b, id);
        }
    }

    private static void recordCall(Buffer b, int id) {
        int p = b.controlPos;
        if (p >= b.controlLimit) {
            p = b.controlFull(id);
        }
        b.control[p] = id;
        b.called = b.controlPos = p + 1;
    }

    /**
     * A traced virtual method is called next, on the first of these objects, with the others as its arguments that are references. If
     * the map does not know the class of that object, which may answer by code of its own, then data as of a call that is bound by its
     * receiver, and control. The instrumenter has no calls with more of them.
     */
    public static void virtual1(Object o, Buffer b) {
        if (isOutside(o, b)) {
            answered1(o, b);
        }
    }

    @DontInline
    private static void answered1(Object o, Buffer b) {
        receiver(o, b);
        b.answeredOutside();
    }

    /** The same. */
    public static void virtual2(Object o, Object p, Buffer b) {
        if (isOutside(o, b)) {
            answered2(o, p, b);
        }
    }

    @DontInline
    private static void answered2(Object o, Object p, Buffer b) {
        receiver(o, b);
        state(p, b);
        b.answeredOutside();
    }

    /** The same. */
    public static void virtual3(Object o, Object p, Object q, Buffer b) {
        if (isOutside(o, b)) {
            answered3(o, p, q, b);
        }
    }

    @DontInline
    private static void answered3(Object o, Object p, Object q, Buffer b) {
        receiver(o, b);
        state(p, b);
        state(q, b);
        b.answeredOutside();
    }

    /** The same. */
    public static void virtual4(Object o, Object p, Object q, Object r, Buffer b) {
        if (isOutside(o, b)) {
            answered4(o, p, q, r, b);
        }
    }

    @DontInline
    private static void answered4(Object o, Object p, Object q, Object r, Buffer b) {
        receiver(o, b);
        state(p, b);
        state(q, b);
        state(r, b);
        b.answeredOutside();
    }

    /** The same. */
    public static void virtual5(Object o, Object p, Object q, Object r, Object s, Buffer b) {
        if (isOutside(o, b)) {
            answered5(o, p, q, r, s, b);
        }
    }

    @DontInline
    private static void answered5(Object o, Object p, Object q, Object r, Object s, Buffer b) {
        receiver(o, b);
        state(p, b);
        state(q, b);
        state(r, b);
        state(s, b);
        b.answeredOutside();
    }

    /** The same. */
    public static void virtual6(Object o, Object p, Object q, Object r, Object s, Object t, Buffer b) {
        if (isOutside(o, b)) {
            answered6(o, p, q, r, s, t, b);
        }
    }

    @DontInline
    private static void answered6(Object o, Object p, Object q, Object r, Object s, Object t, Buffer b) {
        receiver(o, b);
        state(p, b);
        state(q, b);
        state(r, b);
        state(s, b);
        state(t, b);
        b.answeredOutside();
    }

    /**
     * Effects: a static method or a constructor of the class is called next. If the program has given the class other code, the trace says so, and
     * what else the call is given.
     */
    public static void bound(Object c, Buffer b) {
        if (isRemade((Class<?>) c, b)) {
            record(Kinds.number((Class<?>) c, b), b);
            b.answeredOutside();
        }
    }

    /** The same. */
    public static void bound1(Object o, Object c, Buffer b) {
        if (isRemade((Class<?>) c, b)) {
            record(Kinds.number((Class<?>) c, b), b);
            state(o, b);
            b.answeredOutside();
        }
    }

    /** The same. */
    public static void bound2(Object o, Object p, Object c, Buffer b) {
        if (isRemade((Class<?>) c, b)) {
            record(Kinds.number((Class<?>) c, b), b);
            state(o, b);
            state(p, b);
            b.answeredOutside();
        }
    }

    /** The same. */
    public static void bound3(Object o, Object p, Object q, Object c, Buffer b) {
        if (isRemade((Class<?>) c, b)) {
            record(Kinds.number((Class<?>) c, b), b);
            state(o, b);
            state(p, b);
            state(q, b);
            b.answeredOutside();
        }
    }

    /** The same. */
    public static void bound4(Object o, Object p, Object q, Object r, Object c, Buffer b) {
        if (isRemade((Class<?>) c, b)) {
            record(Kinds.number((Class<?>) c, b), b);
            state(o, b);
            state(p, b);
            state(q, b);
            state(r, b);
            b.answeredOutside();
        }
    }

    /** The same. */
    public static void bound5(Object o, Object p, Object q, Object r, Object s, Object c, Buffer b) {
        if (isRemade((Class<?>) c, b)) {
            record(Kinds.number((Class<?>) c, b), b);
            state(o, b);
            state(p, b);
            state(q, b);
            state(r, b);
            state(s, b);
            b.answeredOutside();
        }
    }

    private static boolean isRemade(Class<?> c, Buffer b) {
        return !off && c != b.inside && Inside.lacks(c, b);
    }

    private static boolean isOutside(Object o, Buffer b) {
        if (off || o == null) {
            return false;
        }
        Class<?> c = o.getClass();
        return c != b.inside && Inside.lacks(c, b);
    }

    /** Control: what the next call runs is only counted: its paths are written, and no values. */
    public static void count(Buffer b) {
        if (!off) {
            b.count();
        }
    }

    /** Control: that call has returned. */
    public static void counted(Buffer b) {
        if (!off) {
            b.follow();
        }
    }

    /** Control: the call of a traced virtual method has returned. */
    public static void returned(Buffer b) {
        if (!off && b.outside) {
            b.returned();
        }
    }

    /** Synchronisation: a traced method is called next. It is known by its place in the control column. */
    public static void direct(Buffer b) {
        if (!off) {
            b.called = b.controlPos;
        }
    }

    /** Synchronisation: a class is found initialised, which another thread may have done. */
    public static void initialized(Buffer b) {
        if (!off && b.initialized != STAMPS.initialized) {
            b.initialized();
        }
    }

    /** Synchronisation: a class initialiser returns. */
    public static void initializer(Buffer b) {
        if (!off) {
            b.initializer();
        }
    }

    /** Data: one value. */
    public static void value(int v, Buffer b) {
        if (!off) {
            record(v, b);
        }
    }

    private static void record(int v, Buffer b) {
        int p = b.dataPos;
        if (p >= b.dataLimit) {
            p = b.dataFull(v);
        }
        b.data[p] = v;
        b.dataPos = p + 1;
    }

    /** Data: the hash of an object or array, 0 for null. */
    public static void identity(Object o, Buffer b) {
        if (!off) {
            record(System.identityHashCode(o), b);
        }
    }

    /** Data of an array access: hash, index. */
    public static void element(Object array, int index, Buffer b) {
        if (!off) {
            record(System.identityHashCode(array), b);
            record(index, b);
        }
    }

    /** Data: the hash of an object that may have state of its own; 0 for null, strings and boxes. */
    public static void state(Object o, Buffer b) {
        if (!off) {
            record(Kinds.isStateless(o) ? 0 : System.identityHashCode(o), b);
        }
    }

    /** Data of a call that is bound by its receiver: class index (0 for null), then as {@link #state}. */
    public static void receiver(Object o, Buffer b) {
        if (!off) {
            recordReceiver(o, b);
        }
    }

    /** Longer than what the first compiler of HotSpot inlines: frames of all its callers would have room for it. */
    private static void recordReceiver(Object o, Buffer b) {
        int index = Kinds.index(o, b);
        int hash = Kinds.isStateless(o) ? 0 : System.identityHashCode(o);
        int p = b.dataPos;
        if (p + 1 < b.dataLimit) {
            b.data[p] = index;
            b.data[p + 1] = hash;
            b.dataPos = p + 2;
        } else {
            record(index, b);
            record(hash, b);
        }
    }

    /** Data of {@code System.arraycopy}: hash and position of the source, of the target, length. */
    public static void copy(Object src, int srcPos, Object dst, int dstPos, int length, Buffer b) {
        if (!off) {
            element(src, srcPos, b);
            element(dst, dstPos, b);
            record(length, b);
        }
    }

    /** Data of an access through {@code Unsafe}: hash of an array, index of the element. */
    public static void memory(Object unsafe, Object o, long offset, long first, int size, Buffer b) {
        if (!off) {
            Addresses.record(unsafe, o, offset, first, size, b);
        }
    }

    /** The same of a primitive value of so many bytes: hash of an array, its first and last element. */
    public static void bytes(Object unsafe, Object o, long offset, long first, int width, Buffer b) {
        if (!off) {
            Addresses.recordBytes(unsafe, o, offset, first, width, b);
        }
    }

    /** Data of all elements of an array: hash, first index, number. */
    public static void whole(Object array, Buffer b) {
        if (!off) {
            Ranges.record(array, 0, -1, b);
        }
    }

    /** Data of consecutive elements of an array, those up to its end if the number is below 0: as {@link #whole}. */
    public static void range(Object array, int first, int count, Buffer b) {
        if (!off) {
            Ranges.record(array, first, count, b);
        }
    }

    /** The same of bytes at an offset for {@code Unsafe}. Elements of arrays begin at {@code first}. */
    public static void region(Object o, long offset, long bytes, Object unsafe, long first, Buffer b) {
        if (!off) {
            Ranges.recordBytes(o, offset, bytes, unsafe, first, b);
        }
    }

    /** Data of an array that a call has returned, all of whose elements it has written: hash, length. */
    public static void filled(Object array, Buffer b) {
        if (!off) {
            record(System.identityHashCode(array), b);
            record(Ranges.length(array), b);
        }
    }

    /** Data of an access to several bytes of an array at once: its hash, the first and the last index. */
    public static void view(Object array, int index, int width, Buffer b) {
        if (!off) {
            element(array, index, b);
            record(index + width - 1, b);
        }
    }

    /** Data of an access to a field by reflection: numbers of the field and of the object, and the object's hash. */
    public static void field(Object field, Object o, Buffer b) {
        if (!off && b.thread != null) { // In a traced JDK, the JVM may be starting.
            Reflected.record(field, o, b);
        }
    }

    /** Data of a new array: its hash. Returns the array to go on with, whose hash no other new array has. */
    public static Object array(Object array, Buffer b) {
        if (off) {
            return array;
        }
        Object unique = Fresh.unique(array, b);
        record(System.identityHashCode(unique), b);
        return unique;
    }

    /** The same for an array of arrays; those in it get hashes of their own, too. */
    public static Object arrays(Object array, Buffer b) {
        if (off) {
            return array;
        }
        Object unique = array(array, b);
        Fresh.elements(unique, b);
        return unique;
    }

    /** A new array that untraced code has made for its caller. Returns what {@link #array} does, and records nothing. */
    public static Object own(Object array, Buffer b) {
        return off || array == null ? array : Fresh.unique(array, b);
    }

    /** Data of {@code array.clone()}, after it: hash and length of the copy. Returns the copy as {@link #array} does. */
    public static Object clone(Object copy, Buffer b) {
        if (off) {
            return copy;
        }
        Object unique = array(copy, b);
        record(java.lang.reflect.Array.getLength(unique), b);
        return unique;
    }

    /** Data of an object that an untraced constructor has initialised: as {@link #state}. No new array gets its hash. */
    public static void made(Object o, Buffer b) {
        if (!off) {
            int hash = Kinds.isStateless(o) ? 0 : System.identityHashCode(o);
            record(hash, b);
            b.claim(hash);
        }
    }

    /** The same where it can be made once more: returns the object to go on with, whose hash no new array or object has. */
    public static Object remade(Object o, Buffer b) {
        if (off) {
            return o;
        }
        Object unique = Fresh.another(o, b);
        record(System.identityHashCode(unique), b);
        return unique;
    }

    /** A new object number: greater than 0, unique in this JVM, never used again. Records nothing. 1 when all is off. */
    public static int newId(Buffer b) {
        return off ? 1 : nextId(b);
    }

    private static int nextId(Buffer b) {
        int id = b.nextId;
        if (id >= b.idLimit) {
            id = b.moreIds();
        }
        b.nextId = id + 1;
        return id;
    }

    /** The same for the calling thread, inside other probes. */
    public static int newId() {
        if (off) {
            return 0;
        }
        if (!Threads.begun) {
            return newId(Buffer.MUTE);
        }
        Thread thread = Thread.currentThread();
        Buffer b = cached(thread);
        return newId(b.recording == thread ? b : Threads.find(thread));
    }

    /**
     * The number of the object that the calling constructor initialises: the one that a subclass's constructor has announced,
     * or a new one. A constructor may store into fields before the object can hold its number.
     */
    public static int claimId(Buffer b) {
        if (off) {
            return 1;
        }
        int id = b.announced();
        return id != 0 ? id : newId(b);
    }

    /** Passes the number of the object under construction on to the constructor that is called next. */
    public static void announceId(int id, Buffer b) {
        if (!off) {
            b.announce(id);
        }
    }

    /** The size for the stack of a thread that the program wants so large: frames of traced methods take more. 0 stays what the JVM likes. */
    public static long stackSize(long bytes) {
        return bytes > 0 && bytes < Limits.LARGEST_STACK ? bytes * Limits.STACKS : bytes;
    }

    /** Resolves the class that handlers ask for: at the end of the stack that could fail. */
    static boolean prepare(Throwable e) {
        return e instanceof VirtualMachineError;
    }

    private Probe() {}
}
