package paratrace.profiler;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/** Numbers of arrays, methods and threads, the same for all threads. */
final class Registry {
    /** An array more would cost memory for as long as the program runs; real tasks share a few. */
    static final int MAX_ARRAYS = 1 << 16;
    /** The same for threads. */
    static final int MAX_THREADS = 100_000;

    private static final IdentityTable<Numbered> ARRAYS = new IdentityTable<>();
    private static final List<String> ARRAY_TEXTS = new ArrayList<>();
    private static final List<String> METHODS = new ArrayList<>();
    private static final List<Task> TASKS = new ArrayList<>();
    private static int otherThreads;

    private Registry() {
    }

    /** An array with its number. */
    private static final class Numbered extends IdentityTable.Slot {
        final int id;

        Numbered(Object array, int id) {
            super(array);
            this.id = id;
        }
    }

    /** The number of an array, from 1 on; {@link #MAX_ARRAYS} stands for all that came too late. */
    static synchronized int array(Object array) {
        Numbered known = ARRAYS.get(array);
        if (known != null) {
            return known.id;
        }
        if (ARRAY_TEXTS.size() >= MAX_ARRAYS - 1) {
            return MAX_ARRAYS;
        }
        ARRAY_TEXTS.add(array.getClass().getSimpleName() + " length " + Array.getLength(array));
        ARRAYS.put(new Numbered(array, ARRAY_TEXTS.size()));
        return ARRAY_TEXTS.size();
    }

    /** Type and length of an array that has a number. */
    static synchronized String describe(int id) {
        return id <= ARRAY_TEXTS.size() ? ARRAY_TEXTS.get(id - 1) : "others";
    }

    /** The number of a task method, from 1 on. */
    static synchronized int method(String name) {
        int index = METHODS.indexOf(name);
        if (index < 0) {
            METHODS.add(name);
            index = METHODS.size() - 1;
        }
        return index + 1;
    }

    static synchronized String methodName(int number) {
        return METHODS.get(number - 1);
    }

    static synchronized void add(Task task) {
        if (TASKS.size() < MAX_THREADS) {
            TASKS.add(task);
        } else {
            otherThreads++;
        }
    }

    static synchronized List<Task> tasks() {
        return new ArrayList<>(TASKS);
    }

    static synchronized int otherThreads() {
        return otherThreads;
    }
}
