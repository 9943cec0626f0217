package paratrace.rt;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Which classes were known when the program was rewritten. A call of a traced virtual method may be answered by another one, made
 * while the program runs: a proxy, a mock, generated code. The trace says so ({@code docs/format.md}, section 1.5).
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

    /** Whether the map does not know a class. */
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

    private static boolean isOther(Class<?> c, int slot, Buffer b) {
        Thread recording = b.recording;
        b.recording = null;
        try {
            boolean known = isNamed(c);
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
        return read;
    }

    private Inside() {}
}
