/** The spectral norm of an infinite matrix, by powers: products with the matrix and with its transpose, in turn. */
final class SpectralNorm implements Kernel {
    private static final int SIZE = 300;
    private static final int ROUNDS = 3;

    @Override
    public long serial() {
        double[] u = ones();
        double[] v = new double[SIZE];
        for (int round = 0; round < 4 * ROUNDS; round++) {
            for (int i = 0; i < SIZE; i++) { // in parallel
                v[i] = product(u, i, round % 2);
            }
            double[] swap = u;
            u = v;
            v = swap;
        }
        return norm(u, v);
    }

    @Override
    public long parallel(Workers workers) {
        double[] u = ones();
        double[] v = new double[SIZE];
        for (int round = 0; round < 4 * ROUNDS; round++) {
            double[] from = u;
            double[] to = v;
            int transposed = round % 2;
            workers.loop(0, SIZE, (worker, first, end) -> {
                for (int i = first; i < end; i++) {
                    to[i] = product(from, i, transposed);
                }
            });
            u = to;
            v = from;
        }
        return norm(u, v);
    }

    private static double product(double[] vector, int i, int transposed) {
        double sum = 0;
        for (int j = 0; j < SIZE; j++) {
            sum += vector[j] / (transposed == 0 ? entry(i, j) : entry(j, i));
        }
        return sum;
    }

    private static int entry(int i, int j) {
        return (i + j) * (i + j + 1) / 2 + i + 1;
    }

    private static double[] ones() {
        double[] ones = new double[SIZE];
        for (int i = 0; i < SIZE; i++) {
            ones[i] = 1;
        }
        return ones;
    }

    private static long norm(double[] u, double[] v) {
        double both = 0;
        double own = 0;
        for (int i = 0; i < SIZE; i++) {
            both += u[i] * v[i];
            own += v[i] * v[i];
        }
        return Double.doubleToLongBits(Math.sqrt(both / own));
    }
}
