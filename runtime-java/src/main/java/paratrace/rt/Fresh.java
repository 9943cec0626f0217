package paratrace.rt;

import java.lang.reflect.Array;

/**
 * New arrays and objects that no other reference leads to yet: what has an identity hash that is in use already is replaced by
 * another one like it, which draws another hash. The program cannot tell the difference.
 */
final class Fresh {
    /** Copies of one array. */
    private static final int TRIES = 8;
    /** Arrays that kept a used hash: after so many the hashes of this JVM are not random, and no more copies are made. */
    private static final int PATIENCE = 64;
    /** Elements of arrays that fit wherever there is memory at all. */
    private static final int SMALL = 4_096;
    /** An element takes no more bytes. */
    private static final int ELEMENT = 8;

    private static int failures;

    /** The array or a copy of it. */
    static Object unique(Object array, Buffer b) {
        return b.claim(System.identityHashCode(array)) ? array : replaced(array, b);
    }

    /** An object that a constructor without effects has just initialised, or one like it. */
    static Object another(Object o, Buffer b) {
        return b.claim(System.identityHashCode(o)) ? o : remade(o, b);
    }

    private static Object remade(Object o, Buffer b) {
        Thread recording = b.recording;
        b.recording = null;
        try {
            for (int i = 0; i < TRIES && failures < PATIENCE; i++) {
                Object twin = twin(o);
                if (twin == null || b.claim(System.identityHashCode(twin))) {
                    return twin == null ? o : twin;
                }
            }
            failures++;
        } catch (Throwable e) {
            // No memory, no stack.
        } finally {
            b.recording = recording;
        }
        return o;
    }

    /** Collections are empty. */
    private static Object twin(Object o) {
        switch (o.getClass().getName()) {
            case "java.lang.StringBuilder": return new StringBuilder(((StringBuilder) o).capacity()).append((StringBuilder) o);
            case "java.lang.StringBuffer": return new StringBuffer();
            case "java.util.ArrayList": return new java.util.ArrayList<Object>();
            case "java.util.HashMap": return new java.util.HashMap<Object, Object>();
            case "java.util.HashSet": return new java.util.HashSet<Object>();
            case "java.util.LinkedHashMap": return new java.util.LinkedHashMap<Object, Object>();
            case "java.util.LinkedHashSet": return new java.util.LinkedHashSet<Object>();
            case "java.util.LinkedList": return new java.util.LinkedList<Object>();
            case "java.util.ArrayDeque": return new java.util.ArrayDeque<Object>();
            case "java.util.TreeMap": return new java.util.TreeMap<Object, Object>();
            case "java.util.TreeSet": return new java.util.TreeSet<Object>();
            case "java.util.PriorityQueue": return new java.util.PriorityQueue<Object>();
            default: return null;
        }
    }

    /** The same for the elements of an array of arrays, and theirs. What has none was given no length for them. */
    static void elements(Object array, Buffer b) {
        try {
            if (array instanceof Object[] && b.thread != null) {
                inner((Object[]) array, b);
            }
        } catch (Throwable e) {
            // Only the end of the stack leads here.
        }
    }

    private static void inner(Object[] arrays, Buffer b) {
        for (int i = 0; i < arrays.length && arrays[i] != null; i++) {
            Object array = unique(arrays[i], b);
            arrays[i] = array;
            if (array instanceof Object[]) {
                inner((Object[]) array, b);
            }
        }
    }

    /** A copy with a hash of its own; the array itself if none can be had. */
    static Object replaced(Object array, Buffer b) {
        Thread recording = b.recording;
        b.recording = null;
        try {
            int length = Array.getLength(array);
            for (int i = 0; i < TRIES && failures < PATIENCE && fits(length); i++) {
                Object copy = Array.newInstance(array.getClass().getComponentType(), length);
                System.arraycopy(array, 0, copy, 0, length);
                if (b.claim(System.identityHashCode(copy))) {
                    return copy;
                }
            }
            failures++;
        } catch (Throwable e) {
            // No memory, no stack.
        } finally {
            b.recording = recording;
        }
        return array;
    }

    /** A copy must not be what uses up the memory: some programs are ended by that. */
    private static boolean fits(int length) {
        if (length < SMALL) {
            return true;
        }
        Runtime runtime = Runtime.getRuntime();
        long used = runtime.totalMemory() - runtime.freeMemory();
        return (long) ELEMENT * length < (runtime.maxMemory() - used) / 4;
    }

    /** Loads what the others need. */
    static void prepare(Buffer b) {
        replaced(new int[1], b);
        remade(new StringBuilder(), b);
        Hashes.ONE.add(1);
        Hashes.ONE.count(0);
    }

    private Fresh() {}
}
