/** Each thread computes a table for itself that one could compute for all: more instructions. */
public final class Redundant {
    private Redundant() {
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
        int from = Work.from(thread, threads, Sequential.ROUNDS);
        double table = table();
        return table + Sequential.work(from, Work.from(thread + 1, threads, Sequential.ROUNDS));
    }

    static double table() {
        return Sequential.work(0, Sequential.ROUNDS / 3);
    }
}
