import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Thousands of virtual threads with next to nothing to do: most of what runs puts them on their carriers and takes them off. */
class ShortThreads {
    static final int THREADS = 3000;

    public static void main(String[] args) {
        AtomicInteger sum = new AtomicInteger();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                executor.submit(() -> sum.addAndGet(number));
            }
        }
        System.out.println(sum);
    }
}
