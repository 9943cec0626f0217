import java.util.concurrent.atomic.AtomicInteger;

/** The first thread has a double share, and all others spin at a barrier until it has arrived. */
public final class Spinning {
    private static final AtomicInteger ARRIVED = new AtomicInteger();

    private Spinning() {
    }

    public static void main(String[] args) throws Exception {
        int threads = Work.threads(args);
        double[] sums = new double[threads];
        Work.sink = Sequential.before(Sequential.BEFORE);
        Work.inThreads(threads, thread -> sums[thread] = work(thread, threads));
        Work.sink += sums[0];
        System.out.println("done");
    }

    static double work(int thread, int threads) {
        double sum = Uneven.work(thread, threads);
        barrier(threads);
        return sum;
    }

    /** A barrier as one should not write it. */
    static void barrier(int threads) {
        ARRIVED.incrementAndGet();
        while (ARRIVED.get() < threads) {
            Thread.onSpinWait();
        }
    }
}
