/** Each thread sums columns of a matrix that lies in memory by rows: nearly every access misses the cache. */
public final class Columns {
    private static final double[] MATRIX = Rows.filled();

    private Columns() {
    }

    public static void main(String[] args) throws Exception {
        int threads = Work.threads(args);
        double[] sums = new double[threads];
        Work.inThreads(threads, thread -> sums[thread] = work(thread, threads));
        Work.sink = sums[0];
        System.out.println("done");
    }

    static double work(int thread, int threads) {
        int size = Rows.SIZE;
        int end = Work.from(thread + 1, threads, size);
        double sum = 0;
        for (int round = 0; round < Rows.ROUNDS; round++) {
            for (int column = Work.from(thread, threads, size); column < end; column++) {
                for (int row = 0; row < size; row++) {
                    sum += MATRIX[row * size + column];
                }
            }
        }
        return sum;
    }
}
