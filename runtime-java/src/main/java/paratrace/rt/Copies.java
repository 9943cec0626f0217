package paratrace.rt;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;

/**
 * The runtime comes with every traced jar, so class loaders that look into their own jars first load copies of it. One of
 * them, the leader, writes the trace; the others pass on what is recorded: see {@link Follower}.
 *
 * <p>Copies share no class, so they meet where every class loader leads to the same objects: they elect under the monitor of
 * an interned string, and the leader is known by its writer thread, which all of them see in the top thread group. They talk
 * through interfaces of {@code java.util.function}.
 */
final class Copies {
    /** The writer thread of the copy that leads, null if that is this one. */
    private static Function<Object, Object> leader;
    /** Volatile: who sees it without the lock sees the fields around it as well. */
    private static volatile boolean decided;
    /** The leader's map is not ours: its trace has no place for our events. */
    private static boolean strangers;
    /** The thread that elects: what the program does meanwhile (a security manager of its own) is not recorded. */
    private static volatile Thread electing;

    /** Whether the calling thread is in the middle of {@link #elect}. */
    static boolean isElecting(Thread thread) {
        return electing == thread;
    }

    /** Whether this copy leads. Decided once, at the first event. */
    static boolean lead() {
        if (!decided) {
            synchronized (Probe.LOCK) {
                if (!decided) {
                    electing = Thread.currentThread();
                    try {
                        elect();
                    } finally {
                        electing = null;
                        decided = true;
                    }
                }
            }
        }
        return leader == null;
    }

    /** Through which a thread's events reach the leader; null if they cannot. The leader runs {@code atEnd} when it has died. */
    static IntBinaryOperator port(Runnable atEnd) {
        return strangers ? null : (IntBinaryOperator) leader.apply(atEnd);
    }

    /** A class file transformer has remade the class of a binary name, whichever copy that came with. The leader has to know, as it says what is called. */
    static void remake(String name) {
        if (lead()) {
            Inside.remake(name);
        } else {
            leader.apply(name);
        }
    }

    /** Whether a class, or one that it may have methods from, was remade. */
    static boolean isRemade(Class<?> c) {
        return leader == null ? Inside.inheritsRemade(c) : Boolean.TRUE.equals(leader.apply(c));
    }

    private static void elect() {
        ThreadGroup top = Recorder.topGroup();
        Function<Object, Object> found = top == null ? null : writerIn(top);
        if (found == null) {
            Recorder.start(top);
            return;
        }
        leader = found;
        strangers = !Boolean.TRUE.equals(found.apply(ProgramMap.head()));
        if (strangers) {
            Notice.print("classes of ".concat(String.valueOf(Copies.class.getClassLoader())).concat(
                    " were not instrumented together with those that began the trace; they are left out of it"));
        }
    }

    @SuppressWarnings("unchecked")
    private static Function<Object, Object> writerIn(ThreadGroup group) {
        Thread[] threads = new Thread[group.activeCount() + 16];
        int count = group.enumerate(threads, false);
        for (Thread thread : Arrays.copyOf(threads, count)) {
            if (thread instanceof Function && thread.getClass().getName().equals(Writer.class.getName())) {
                return (Function<Object, Object>) thread;
            }
        }
        return null;
    }

    private Copies() {}
}
