/** The product of two matrices, row by row. */
final class MatrixProduct implements Kernel {
    private static final int SIZE = 128;

    @Override
    public long serial() {
        double[][] a = matrix(1);
        double[][] b = matrix(-1);
        double[][] c = new double[SIZE][SIZE];
        for (int i = 0; i < SIZE; i++) { // in parallel
            row(a[i], b, c[i]);
        }
        return checksum(c);
    }

    @Override
    public long parallel(Workers workers) {
        double[][] a = matrix(1);
        double[][] b = matrix(-1);
        double[][] c = new double[SIZE][SIZE];
        workers.loop(0, SIZE, (worker, from, to) -> {
            for (int i = from; i < to; i++) {
                row(a[i], b, c[i]);
            }
        });
        return checksum(c);
    }

    private static void row(double[] a, double[][] b, double[] c) {
        for (int j = 0; j < SIZE; j++) {
            double sum = 0;
            for (int k = 0; k < SIZE; k++) {
                sum += a[k] * b[k][j];
            }
            c[j] = sum;
        }
    }

    private static double[][] matrix(int sign) {
        double[][] matrix = new double[SIZE][SIZE];
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                matrix[i][j] = i + sign * j;
            }
        }
        return matrix;
    }

    private static long checksum(double[][] c) {
        double sum = 0;
        for (double[] row : c) {
            for (double element : row) {
                sum += element;
            }
        }
        return Double.doubleToLongBits(sum);
    }
}
