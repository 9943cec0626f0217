import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicInteger;

/** Pools of threads: futures, fork/join, completable futures, concurrent maps, exceptions in tasks. */
public class Pools {
    static int work(int seed) {
        int x = seed;
        for (int i = 0; i < 100; i++) {
            x = x * 31 + i;
        }
        return x;
    }

    static class Sum extends RecursiveTask<Long> {
        final int from, to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 8) {
                long s = 0;
                for (int i = from; i < to; i++) s += work(i);
                return s;
            }
            Sum left = new Sum(from, (from + to) / 2);
            left.fork();
            return new Sum((from + to) / 2, to).compute() + left.join();
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        AtomicInteger done = new AtomicInteger();
        ConcurrentHashMap<Integer, Integer> hits = new ConcurrentHashMap<>();
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int seed = i;
            tasks.add(() -> {
                done.incrementAndGet();
                hits.merge(seed % 3, 1, Integer::sum);
                return seed == 13 ? 1 / (seed - 13) : work(seed);
            });
        }
        long sum = 0;
        for (Future<Integer> f : pool.invokeAll(tasks)) {
            try {
                sum += f.get();
            } catch (ExecutionException e) {
                System.out.println(e.getCause().getMessage());
            }
        }
        System.out.println(sum + " " + done + " " + hits);
        System.out.println(CompletableFuture.supplyAsync(() -> work(5), pool).thenApply(x -> x ^ 1).get());
        pool.shutdown();
        System.out.println(new ForkJoinPool(3).invoke(new Sum(0, 100)));
    }
}
