import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The calling thread and one more, and the processor time that they take. */
final class Workers {
    /** Chunks of iterations per thread, so that both get of the long and of the short ones. */
    private static final int CHUNKS = 16;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private long excess;

    /** Iterations {@code from} to {@code to - 1}, run by the worker 0 or 1. */
    interface Chunk {
        void run(int worker, int from, int to);
    }

    /** Runs the iterations of a loop; the threads take chunks of them in turn. */
    void loop(int from, int to, Chunk chunk) {
        both(() -> share(0, from, to, chunk), () -> share(1, from, to, chunk));
    }

    /** Runs the first task on this thread and the second one on the other. */
    void both(Runnable first, Runnable second) {
        Future<Long> others = other.submit(() -> time(second));
        long own = time(first);
        excess += Math.max(0, await(others) - own);
    }

    /** Processor time of this thread in nanoseconds, and by how much the other one took longer for its tasks. */
    long criticalTime() {
        return THREADS.getCurrentThreadCpuTime() + excess;
    }

    void shutdown() {
        other.shutdown();
    }

    private static void share(int worker, int from, int to, Chunk chunk) {
        int chunks = Math.min(2 * CHUNKS, to - from);
        for (int k = worker; k < chunks; k += 2) {
            chunk.run(worker, bound(from, to, k, chunks), bound(from, to, k + 1, chunks));
        }
    }

    private static int bound(int from, int to, int chunk, int chunks) {
        return from + (int) ((long) (to - from) * chunk / chunks);
    }

    private static long time(Runnable task) {
        long begin = THREADS.getCurrentThreadCpuTime();
        task.run();
        return THREADS.getCurrentThreadCpuTime() - begin;
    }

    private static long await(Future<Long> time) {
        try {
            return time.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
