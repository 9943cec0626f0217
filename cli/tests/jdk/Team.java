import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tasks of a pool. */
public class Team {
    static long work(int n) {
        long sum = 0;
        for (int i = 0; i < n * 200; i++) sum += i ^ n;
        return sum;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Long>> results = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int n = i;
            results.add(pool.submit(() -> work(n)));
        }
        long sum = 0;
        for (Future<Long> result : results) sum += result.get();
        pool.shutdown();
        System.out.println(sum);
    }
}
