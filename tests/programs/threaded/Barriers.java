import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Two threads meet at a barrier after each phase. One has three times as much to do as the other, in turn: 4/3 as fast. */
public class Barriers {
    public static void main(String[] args) throws InterruptedException {
        int size = Work.size(args);
        CyclicBarrier barrier = new CyclicBarrier(2);
        long[] results = new long[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int phase = 0; phase < 8; phase++) {
                        int share = (phase + number) % 2 == 0 ? 3 : 1;
                        results[number] += Work.of(phase, share * size / 2);
                        barrier.await();
                    }
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(results[0] + results[1]);
    }
}
