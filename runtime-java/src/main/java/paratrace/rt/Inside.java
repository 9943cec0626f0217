package paratrace.rt;

import jdk.internal.vm.annotation.DontInline;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Which classes are as they were when the program was rewritten. A call of a traced virtual method may be answered by another one, made
 * while the program runs: a proxy, a mock, generated code. Or a class file transformer of the program has remade the class, so that it
 * answers calls by other code (an inline mock), also those of static methods and constructors. The trace says so ({@code docs/format.md}, section 1.5).
 */
final class Inside {
    /** {@code traceformat}, {@code map/class_names.rs}. */
    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    /**
     * Classes asked for lately, by identity hash: known ones, and others. The writer forgets them at each look, so that no class is
     * kept from being unloaded.
     */
    private static final Class<?>[] KNOWN = new Class<?>[256];
    private static final Class<?>[] OTHERS = new Class<?>[256];

    /** Hashes of the names of all classes, ascending; empty if they are not known, and null until they are asked for. */
    private static volatile long[] names;

    /** Hashes of the names of classes that transformers have remade, ascending. */
    private static volatile long[] remade = new long[0];

    /** Whether the map does not know a class as it is. */
    @DontInline
    static boolean lacks(Class<?> c, Buffer b) {
        if (b.thread == null) {
            return false;
        }
        int slot = System.identityHashCode(c) & KNOWN.length - 1;
        if (KNOWN[slot] == c) {
            b.inside = c;
            return false;
        }
        return OTHERS[slot] == c || isOther(c, slot, b);
    }

    @DontInline
    private static boolean isOther(Class<?> c, int slot, Buffer b) {
        Thread recording = b.recording;
        b.recording = null;
        try {
            boolean known = isNamed(c) && !Copies.isRemade(c);
            if (Recorder.state == Recorder.RUNNING) {
                (known ? KNOWN : OTHERS)[slot] = c;
            }
            return !known;
        } catch (Throwable e) {
            // No memory, no stack: what the trace says of this call may be wrong.
            b.dropped++;
            if (!(e instanceof VirtualMachineError)) {
                b.keepStop(e);
            }
            return false;
        } finally {
            b.recording = recording;
        }
    }

    private static boolean isNamed(Class<?> c) {
        long[] all = names;
        if (all == null) {
            all = prepare();
        }
        return all.length == 0 || Arrays.binarySearch(all, hash(c.getName())) >= 0;
    }

    /**
     * The class of this name gets another class file: whatever was known of classes may be wrong from now on, as others inherit its
     * methods. It is forgotten behind the new name, so that no thread goes on with what it knew before.
     */
    static void remake(Object named, char separator, Buffer b) {
        Thread recording = b.recording;
        b.recording = null;
        try {
            String name = named instanceof Class ? ((Class<?>) named).getName() : ((String) named).replace(separator, '.');
            Copies.remake(name);
        } catch (Throwable e) {
            // No memory, no stack: what the trace says of calls of this class may be wrong.
            b.dropped++;
            if (!(e instanceof VirtualMachineError)) {
                b.keepStop(e);
            }
        } finally {
            b.recording = recording;
        }
    }

    /** As above, in the copy of the runtime that leads. The name is a binary one. */
    static void remake(String name) {
        addRemade(hash(name));
        forget();
        Threads.forgetClasses();
    }

    /** Whether a class was remade, for another copy of the runtime. */
    static boolean isRemade(Class<?> c, Buffer b) {
        Thread recording = b.recording;
        b.recording = null;
        try {
            return inheritsRemade(c);
        } finally {
            b.recording = recording;
        }
    }

    private static synchronized void addRemade(long hash) {
        long[] old = remade;
        int at = Arrays.binarySearch(old, hash);
        if (at < 0) {
            long[] more = Arrays.copyOf(old, old.length + 1);
            System.arraycopy(old, -at - 1, more, -at, old.length + at + 1);
            more[-at - 1] = hash;
            remade = more;
        }
    }

    /**
     * Whether a class, or one that it may have methods from, was remade. {@code Object} does not count: every inline mock remakes it, and
     * none of its methods is traced.
     */
    static boolean inheritsRemade(Class<?> c) {
        long[] all = remade;
        if (all.length == 0) {
            return false;
        }
        for (Class<?> at = c; at != null && at != Object.class; at = at.getSuperclass()) {
            if (Arrays.binarySearch(all, hash(at.getName())) >= 0) {
                return true;
            }
            for (Class<?> above : at.getInterfaces()) {
                if (inheritsRemade(above)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Of a binary name. */
    private static long hash(String name) {
        long hash = BASIS;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * PRIME;
        }
        return hash;
    }

    /** Called by the writer. */
    static void forget() {
        Arrays.fill(KNOWN, null);
        Arrays.fill(OTHERS, null);
    }

    /** Reads the names, which come first in the map. */
    static long[] prepare() {
        long[] read;
        try {
            InputStream in = ProgramMap.open();
            if (in == null) {
                read = new long[0];
            } else {
                try {
                    read = new ClassNames(in).read();
                } finally {
                    in.close();
                }
            }
        } catch (IOException e) {
            read = new long[0];
        }
        names = read;
        isNamed(Inside.class);
        Copies.isRemade(Inside.class);
        return read;
    }

    private Inside() {}
}
