import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Two futures whose results are combined, and work that follows: 3/2 as fast. */
public class Completed {
    public static void main(String[] args) {
        int size = Work.size(args);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<Long> one = CompletableFuture.supplyAsync(() -> Work.of(1, 4 * size), pool);
        CompletableFuture<Long> other = CompletableFuture.supplyAsync(() -> Work.of(2, 4 * size), pool);
        System.out.println(one.thenCombineAsync(other, (a, b) -> Work.of(a + b, 4 * size), pool).join());
        pool.shutdown();
    }
}
