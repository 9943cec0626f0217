package executed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Tasks on four threads. Chunks start in a random order, so that those that need each other show it on any machine. */
public final class Tasks {
    public static final int THREADS = 4;
    private static final int CHUNKS = 8;
    private static final int PATIENCE_SECONDS = 30;
    private static final Random ORDER = new Random(1);
    private static final CyclicBarrier ALL_HERE = new CyclicBarrier(THREADS);

    public static final ExecutorService POOL = Executors.newFixedThreadPool(THREADS, Tasks::daemon);

    private Tasks() {
    }

    /** Indices {@code from} to {@code to - 1} of a loop. */
    public interface Chunk<T> {
        T run(int from, int to) throws Exception;
    }

    /** Like {@link Chunk}, without a result. */
    public interface Action {
        void run(int from, int to) throws Exception;
    }

    /** Divides a range into chunks, runs them, and returns their results in the order of the range. */
    public static <T> List<T> results(int from, int to, Chunk<T> chunk) throws Exception {
        List<Callable<T>> tasks = new ArrayList<>();
        for (int k = 0; k < CHUNKS; k++) {
            int begin = bound(from, to, k);
            int end = bound(from, to, k + 1);
            tasks.add(() -> chunk.run(begin, end));
        }
        return inAnyOrder(tasks);
    }

    /** Divides a range into chunks and runs them. */
    public static void chunks(int from, int to, Action action) throws Exception {
        results(from, to, (begin, end) -> {
            action.run(begin, end);
            return null;
        });
    }

    /** Runs a task four times at once; each of them gets a number. They must call {@link #meet} equally often. */
    public static void together(Chunk<Void> numbered) throws Exception {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int k = 0; k < THREADS; k++) {
            int number = k;
            tasks.add(() -> numbered.run(number, THREADS));
        }
        inAnyOrder(tasks);
    }

    /** Waits for the other tasks of {@link #together}. */
    public static void meet() throws InterruptedException {
        try {
            ALL_HERE.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (BrokenBarrierException | TimeoutException e) {
            throw new AssertionError("tasks do not meet", e);
        }
    }

    private static int bound(int from, int to, int chunk) {
        return from + (to - from) * chunk / CHUNKS;
    }

    static <T> List<T> inAnyOrder(List<Callable<T>> tasks) throws Exception {
        List<Integer> order = new ArrayList<>();
        List<Future<T>> futures = new ArrayList<>(Collections.nCopies(tasks.size(), null));
        for (int k = 0; k < tasks.size(); k++) {
            order.add(k);
        }
        Collections.shuffle(order, ORDER);
        for (int k : order) {
            futures.set(k, POOL.submit(tasks.get(k)));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : futures) {
            results.add(result(future));
        }
        return results;
    }

    private static <T> T result(Future<T> future) throws Exception {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("a task does not end", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error) {
                throw (Error) e.getCause();
            }
            throw e;
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }
}
