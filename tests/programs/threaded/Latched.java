import java.util.concurrent.CountDownLatch;

/** Two threads count a latch down; then the main thread does as much as both of them: 4/3 as fast. */
public class Latched {
    public static void main(String[] args) throws InterruptedException {
        int size = Work.size(args);
        CountDownLatch latch = new CountDownLatch(2);
        long[] results = new long[2];
        for (int i = 0; i < 2; i++) {
            int number = i;
            new Thread(() -> {
                results[number] = Work.of(number, 4 * size);
                latch.countDown();
            }).start();
        }
        latch.await();
        System.out.println(Work.of(results[0] + results[1], 8 * size));
    }
}
