package paratrace.profiler;

import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * What one thread has counted in its tasks. Instrumented code hands it from method to method.
 *
 * <p>A <i>scope</i> is one outermost activation of a task method. Objects created within it carry its number; arrays are
 * noted in a table. Reads and writes of both are not counted until the scope ends.
 */
public final class Task {
    /** For threads that are in no task. What is counted in it is never looked at. */
    private static final Task IDLE = new Task(null);
    private static final ThreadLocal<Task> CURRENT = new ThreadLocal<>();
    private static int lastScope;

    /** Primitive fields that were read, and written. */
    long reads;
    long writes;
    /** Number of the scope; 0 outside of tasks. */
    public int scope;

    /** The thread; null of {@link #IDLE}. */
    final String threadType;
    final String threadName;
    final long threadId;
    final boolean isMain;
    /** Of each task method by its number. */
    private Timer[] timers = new Timer[4];
    /** Of each array by its number; replaced when it grows. */
    private volatile Counter[] counters = new Counter[16];
    private final IdentityTable<Known> arrays = new IdentityTable<>();
    /** The one asked for last. */
    private Known last;
    /** Takes what is not counted. */
    private final Counter sink = new Counter(0);
    private int depth;
    private final long started;
    private long ended;

    /** An array that this thread has seen. */
    private static final class Known extends IdentityTable.Slot {
        /** The scope that created it; 0 if none. */
        int scope;
        /** Null as long as nothing was counted. */
        Counter counter;

        Known(Object array) {
            super(array);
        }
    }

    /** Time in a task method. */
    private static final class Timer {
        int depth;
        long since;
        long sum;
    }

    private Task(Thread thread) {
        threadType = thread == null ? "" : thread.getClass().getName();
        threadName = thread == null ? "" : thread.getName();
        threadId = thread == null ? 0 : thread.getId();
        isMain = threadId == 1;
        started = isMain ? Statistics.STARTED : System.nanoTime();
    }

    private static synchronized int newScope() {
        lastScope += lastScope == -1 ? 2 : 1;
        return lastScope;
    }

    /** The thread's own, new if there is none. */
    static Task own() {
        Task own = CURRENT.get();
        if (own == null) {
            own = new Task(Thread.currentThread());
            CURRENT.set(own);
            Registry.add(own);
        }
        return own;
    }

    /**
     * A task method begins.
     *
     * @param method its name
     * @return what this thread counts in
     */
    public static Task enter(String method) {
        Task own = own();
        if (own.depth++ == 0) {
            own.scope = newScope();
        }
        Timer timer = own.timer(Registry.method(method));
        if (timer.depth++ == 0) {
            timer.since = System.nanoTime();
        }
        return own;
    }

    /**
     * A task method ends.
     *
     * @param method its name
     */
    public void leave(String method) {
        Timer timer = timer(Registry.method(method));
        if (timer.depth > 0 && --timer.depth == 0) {
            timer.sum += System.nanoTime() - timer.since;
        }
        if (depth > 0 && --depth == 0) {
            scope = 0;
            ended = System.nanoTime();
        }
    }

    /**
     * What a method counts in that code without counters has called.
     *
     * @return never null
     */
    public static Task current() {
        Task own = CURRENT.get();
        return own != null && own.scope != 0 ? own : IDLE;
    }

    /**
     * Primitive fields of others are accessed.
     *
     * @param reads how many are read
     * @param writes how many are written
     */
    public void add(long reads, long writes) {
        this.reads += reads;
        this.writes += writes;
    }

    /**
     * Primitive fields of an object are accessed.
     *
     * @param mark the scope that created the object
     * @param reads how many are read
     * @param writes how many are written
     * @param task what counts
     */
    public static void add(int mark, int reads, int writes, Task task) {
        if (mark != task.scope) {
            task.reads += reads;
            task.writes += writes;
        }
    }

    /**
     * An element of an array is read.
     *
     * @param array the array, or null
     * @param index any number
     * @param task what counts
     */
    public static void read(Object array, int index, Task task) {
        task.array(array).read(index);
    }

    /**
     * An element of an array is written.
     *
     * @param array the array, or null
     * @param index any number
     * @param task what counts
     */
    public static void write(Object array, int index, Task task) {
        task.array(array).write(index);
    }

    /**
     * What counts the accesses to an array, if they are to be counted.
     *
     * @param array the array, or null
     * @return never null
     */
    public Counter array(Object array) {
        if (scope == 0 || array == null) {
            return sink;
        }
        Known known = last;
        if (known == null || known.get() != array) {
            known = arrays.get(array);
            last = known;
        }
        if (known != null && (known.scope == scope || known.counter != null)) {
            return known.scope == scope ? sink : known.counter;
        }
        return newCounter(array, known);
    }

    private Counter newCounter(Object array, Known known) {
        int id = Registry.array(array);
        Counter counter = byId(id);
        if (id < Registry.MAX_ARRAYS) {
            Known entry = known;
            if (entry == null) {
                entry = new Known(array);
                arrays.put(entry);
            }
            entry.counter = counter;
        }
        return counter;
    }

    /** The counter of an array by its number, new if there is none. */
    Counter byId(int id) {
        if (id <= 0 || id > Registry.MAX_ARRAYS) {
            return sink;
        }
        Counter[] all = counters;
        if (id >= all.length) {
            all = Arrays.copyOf(all, id * 2);
            counters = all;
        }
        if (all[id] == null) {
            all[id] = new Counter(id);
        }
        return all[id];
    }

    /**
     * An array is created in this scope.
     *
     * @param array the array; arrays in it were created together with it
     */
    public void created(Object array) {
        if (scope != 0 && array != null) {
            Known known = arrays.get(array);
            if (known == null) {
                known = new Known(array);
                arrays.put(known);
            }
            known.scope = scope;
            if (array instanceof Object[]) {
                for (Object element : (Object[]) array) {
                    if (element != null && element.getClass().isArray()) {
                        created(element);
                    }
                }
            }
        }
    }

    /**
     * Elements were copied from one array to another, or to the same one.
     *
     * @param from source; null if it is the task's own
     * @param first first element of the source
     * @param to target; null if it is the task's own
     * @param place first element of the target
     * @param count how many
     */
    public void copied(Object from, int first, Object to, int place, int count) {
        if (count > 0 && isPrimitive(from)) {
            Counter source = array(from);
            source.add(count, 0);
            source.touch(first, first + count - 1);
        }
        if (count > 0 && isPrimitive(to)) {
            Counter target = array(to);
            target.add(0, count);
            target.touch(place, place + count - 1);
        }
    }

    private static boolean isPrimitive(Object array) {
        return array != null && array.getClass().getComponentType().isPrimitive();
    }

    /**
     * An array was cloned.
     *
     * @param from source
     */
    public void cloned(Object from) {
        copied(from, 0, null, 0, Array.getLength(from));
    }

    private Timer timer(int method) {
        if (method >= timers.length) {
            timers = Arrays.copyOf(timers, method * 2);
        }
        if (timers[method] == null) {
            timers[method] = new Timer();
        }
        return timers[method];
    }

    /** Time since the thread's first task began (of the main thread: since the program began), in nanoseconds. */
    long time(long now) {
        return (isMain || depth > 0 || ended == 0 ? now : ended) - started;
    }

    /** Time in a task method in nanoseconds; -1 if it never ran here. */
    long time(int method, long now) {
        Timer[] all = timers;
        Timer timer = method < all.length ? all[method] : null;
        if (timer == null) {
            return -1;
        }
        return timer.sum + (timer.depth > 0 ? now - timer.since : 0);
    }

    int methods() {
        return timers.length;
    }

    /** Counters by number, with gaps. */
    Counter[] counters() {
        return counters;
    }
}
