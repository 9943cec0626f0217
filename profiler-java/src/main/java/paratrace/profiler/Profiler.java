package paratrace.profiler;

/**
 * Counts accesses to shared data, by hand: what {@code paratrace instrument --counters} does by itself.
 *
 * <pre>{@code
 * Profiler.enter("filter");
 * int id = Profiler.array(pixels);
 * for (int i = from; i < to; i++) {
 *     Profiler.drd(id, i);
 *     sum += pixels[i];
 * }
 * total += sum;
 * Profiler.drd(0);
 * Profiler.dwr(0);
 * Profiler.leave("filter");
 * }</pre>
 *
 * <p>Each thread has counters of its own: number 0 for primitive fields, one for each array. Nothing here throws because of
 * the program it is called in; what cannot be written at the end is said in one line on stderr. Cost: a look-up of the thread
 * (some nanoseconds) a call. An array must stay reachable while it is counted, else its number is not used again.
 */
public final class Profiler {
    private Profiler() {
    }

    /**
     * A task begins on this thread. Its time runs until {@link #leave}; tasks may be nested.
     *
     * @param task its name
     */
    public static void enter(String task) {
        Task.enter(task);
    }

    /**
     * A task ends on this thread.
     *
     * @param task its name
     */
    public static void leave(String task) {
        Task.own().leave(task);
    }

    /**
     * The number of an array: the same for all threads.
     *
     * @param array an array
     * @return a number from 1 on
     */
    public static int array(Object array) {
        return Registry.array(array);
    }

    /**
     * One value is read.
     *
     * @param id 0 for a primitive field; the number of an array if the element is of no interest
     */
    public static void drd(int id) {
        if (id == 0) {
            Task.own().reads++;
        } else {
            Task.own().byId(id).add(1, 0);
        }
    }

    /**
     * One value is written.
     *
     * @param id 0 for a primitive field; the number of an array if the element is of no interest
     */
    public static void dwr(int id) {
        if (id == 0) {
            Task.own().writes++;
        } else {
            Task.own().byId(id).add(0, 1);
        }
    }

    /**
     * An element of an array is read.
     *
     * @param id number of the array
     * @param index index of the element
     */
    public static void drd(int id, int index) {
        Task.own().byId(id).read(index);
    }

    /**
     * An element of an array is written.
     *
     * @param id number of the array
     * @param index index of the element
     */
    public static void dwr(int id, int index) {
        Task.own().byId(id).write(index);
    }

    /** The program begins: the time of the main thread runs from here on, unless it runs already. */
    public static void begin() {
        Statistics.begin();
    }
}
