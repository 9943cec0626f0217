/** Divides a half of the work only: the sequential part limits it. */
public final class Amdahl {
    private Amdahl() {
    }

    public static void main(String[] args) throws Exception {
        int threads = Work.threads(args);
        double[] sums = new double[threads];
        Work.sink = Sequential.before(Sequential.BEFORE) + half(Sequential.ROUNDS / 2);
        Work.inThreads(threads, thread -> sums[thread] = work(thread, threads));
        Work.sink += sums[0];
        System.out.println("done");
    }

    /** The half that stays as it is. */
    static double half(int rounds) {
        return Sequential.before(rounds);
    }

    static double work(int thread, int threads) {
        int half = Sequential.ROUNDS / 2;
        return Sequential.work(Work.from(thread, threads, half), Work.from(thread + 1, threads, half));
    }
}
