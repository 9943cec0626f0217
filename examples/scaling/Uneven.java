/** The first thread gets a double share of the work: the others wait for it. */
public final class Uneven {
    private Uneven() {
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
        // Of threads + 1 shares the first thread has two.
        int first = thread == 0 ? 0 : thread + 1;
        int shares = threads + 1;
        int end = Work.from(thread + 2, shares, Sequential.ROUNDS);
        return Sequential.work(Work.from(first, shares, Sequential.ROUNDS), end);
    }
}
