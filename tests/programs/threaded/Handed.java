import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** Work that is handed to other threads in many ways, in two rounds at once: each task belongs to what has handed it out. */
public class Handed {
    private static int size;

    public static void main(String[] args) throws Exception {
        size = Work.size(args);
        Thread other = new Thread(() -> System.out.println(other()));
        other.start();
        long sum = inLoop(8);
        other.join();
        sum += nested() + cached() + scheduled() + invoked() + forked() + streamed();
        System.out.println(sum);
    }

    private static long results(List<Future<Long>> results) throws Exception {
        long sum = 0;
        for (Future<Long> result : results) {
            sum += result.get();
        }
        return sum;
    }

    private static long inLoop(int tasks) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Long>> results = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            int number = i;
            results.add(pool.submit(() -> Work.of(number, size)));
        }
        pool.shutdown();
        return results(results);
    }

    /** The same with a pool of its own, at the same time, by another loop. */
    private static long other() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        long[] results = new long[6];
        for (int i = 0; i < 6; i++) {
            int number = i;
            pool.execute(() -> results[number] = Work.of(number, size));
        }
        pool.shutdown();
        try {
            pool.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException stopped) {
            return -1;
        }
        return results[5];
    }

    /** Two tasks that hand out three each. */
    private static long nested() throws Exception {
        ExecutorService outer = Executors.newFixedThreadPool(2);
        ExecutorService inner = Executors.newFixedThreadPool(6);
        List<Future<Long>> results = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int number = i;
            results.add(outer.submit(() -> group(inner, number)));
        }
        long sum = results(results);
        outer.shutdown();
        inner.shutdown();
        return sum;
    }

    private static long group(ExecutorService pool, int group) throws Exception {
        List<Future<Long>> results = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = 3 * group + i;
            results.add(pool.submit(() -> Work.of(number, size)));
        }
        return results(results);
    }

    private static long cached() throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Future<Long>> results = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int number = i;
            results.add(pool.submit(() -> Work.of(number, size)));
        }
        pool.shutdown();
        return results(results);
    }

    private static long scheduled() throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        List<Future<Long>> results = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            results.add(pool.schedule(() -> Work.of(number, size), 1, TimeUnit.MILLISECONDS));
        }
        pool.shutdown();
        return results(results);
    }

    private static long invoked() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Callable<Long>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            tasks.add(() -> Work.of(number, size));
        }
        long sum = results(pool.invokeAll(tasks));
        pool.shutdown();
        return sum;
    }

    private static long forked() {
        return new ForkJoinPool(4).invoke(new Sum(0, 16));
    }

    /** Sixteen leaves. */
    private static final class Sum extends RecursiveTask<Long> {
        private final int from;
        private final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from == 1) {
                return Work.of(from, size);
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(from, middle);
            left.fork();
            return new Sum(middle, to).compute() + left.join();
        }
    }

    private static long streamed() {
        return LongStream.range(0, 16).parallel().map(number -> Work.of(number, size)).sum();
    }
}
