import java.util.concurrent.atomic.AtomicLongArray;

/** Each thread adds to an element of its own, but all elements lie in one cache line, which goes to and fro. */
public final class FalseSharing {
    static final int ADDITIONS = 60_000_000;

    private FalseSharing() {
    }

    public static void main(String[] args) throws Exception {
        int threads = Work.threads(args);
        AtomicLongArray sums = new AtomicLongArray(threads);
        Work.inThreads(threads, thread -> work(sums, thread, ADDITIONS / threads));
        Work.sink = sums.get(0);
        System.out.println("done");
    }

    static void work(AtomicLongArray sums, int thread, int additions) {
        for (int i = 0; i < additions; i++) {
            sums.getAndAdd(thread, i & 3);
        }
    }
}
