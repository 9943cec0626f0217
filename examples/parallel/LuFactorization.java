/** Gaussian elimination with pivots: rows below the pivot are independent, columns follow each other. */
final class LuFactorization implements Kernel {
    private static final int SIZE = 200;

    @Override
    public long serial() {
        double[][] a = matrix();
        for (int k = 0; k < SIZE - 1; k++) {
            swap(a, k, pivot(a, k));
            for (int i = k + 1; i < SIZE; i++) { // in parallel
                eliminate(a[k], a[i], k);
            }
        }
        return checksum(a);
    }

    @Override
    public long parallel(Workers workers) {
        double[][] a = matrix();
        for (int k = 0; k < SIZE - 1; k++) {
            int column = k;
            swap(a, k, pivot(a, k));
            workers.loop(k + 1, SIZE, (worker, from, to) -> {
                for (int i = from; i < to; i++) {
                    eliminate(a[column], a[i], column);
                }
            });
        }
        return checksum(a);
    }

    private static int pivot(double[][] a, int k) {
        int pivot = k;
        for (int i = k + 1; i < SIZE; i++) {
            if (Math.abs(a[i][k]) > Math.abs(a[pivot][k])) {
                pivot = i;
            }
        }
        return pivot;
    }

    private static void swap(double[][] a, int i, int j) {
        double[] row = a[i];
        a[i] = a[j];
        a[j] = row;
    }

    private static void eliminate(double[] pivot, double[] row, int k) {
        double factor = row[k] / pivot[k];
        row[k] = factor;
        for (int j = k + 1; j < SIZE; j++) {
            row[j] -= factor * pivot[j];
        }
    }

    private static double[][] matrix() {
        double[][] a = new double[SIZE][SIZE];
        int seed = 1325;
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                seed = seed * 3125 % 65536;
                a[i][j] = (seed - 32768.0) / 16384.0;
            }
        }
        return a;
    }

    private static long checksum(double[][] a) {
        double sum = 0;
        for (int i = 0; i < SIZE; i++) {
            sum += a[i][i];
        }
        return Double.doubleToLongBits(sum);
    }
}
