/** A sparse matrix, five elements a row, times a vector, again and again. */
final class SparseProduct implements Kernel {
    private static final int ROWS = 4_000;
    private static final int PER_ROW = 5;
    private static final int ROUNDS = 20;

    @Override
    public long serial() {
        int[] column = columns();
        double[] x = vector();
        double[] y = new double[ROWS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int row = 0; row < ROWS; row++) { // in parallel
                y[row] += product(column, x, row);
            }
        }
        return checksum(y);
    }

    @Override
    public long parallel(Workers workers) {
        int[] column = columns();
        double[] x = vector();
        double[] y = new double[ROWS];
        for (int round = 0; round < ROUNDS; round++) {
            workers.loop(0, ROWS, (worker, from, to) -> {
                for (int row = from; row < to; row++) {
                    y[row] += product(column, x, row);
                }
            });
        }
        return checksum(y);
    }

    private static double product(int[] column, double[] x, int row) {
        double sum = 0;
        for (int k = row * PER_ROW; k < (row + 1) * PER_ROW; k++) {
            sum += x[column[k]] * (k % 7);
        }
        return sum;
    }

    private static int[] columns() {
        int[] column = new int[ROWS * PER_ROW];
        int state = 1;
        for (int k = 0; k < column.length; k++) {
            state = state * 1103515245 + 12345;
            column[k] = (state >>> 8) % ROWS;
        }
        return column;
    }

    private static double[] vector() {
        double[] x = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            x[i] = 1.0 / (i + 1);
        }
        return x;
    }

    private static long checksum(double[] y) {
        double sum = 0;
        for (double element : y) {
            sum += element;
        }
        return Double.doubleToLongBits(sum);
    }
}
