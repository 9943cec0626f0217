import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Each thread adds to an element of its own, but all elements lie in one cache line, which goes to and fro. */
public final class FalseSharing {
    /** With fewer, {@code -Dadditions=6000000}, a trace can be simulated: each is a synchronisation that threads may wait for. */
    static final int ADDITIONS = Integer.getInteger("additions", 60_000_000);
    private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

    private FalseSharing() {
    }

    public static void main(String[] args) throws Exception {
        int threads = Work.threads(args);
        long[] sums = new long[threads];
        Work.inThreads(threads, thread -> work(sums, thread, ADDITIONS / threads));
        Work.sink = sums[0];
        System.out.println("done");
    }

    static long work(long[] sums, int thread, int additions) {
        long before = 0;
        for (int i = 0; i < additions; i++) {
            before = (long) ELEMENTS.getAndAdd(sums, thread, (long) (i & 3));
        }
        return before;
    }
}
