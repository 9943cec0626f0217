package grande;

/**
 * Multiplies a sparse matrix with a vector, again and again. {@code java grande.Sparse [THREADS [ROWS [ROUNDS]]]}
 *
 * <p>The matrix has five elements a row, as coordinates and values; each task takes a range of rows.
 */
public final class Sparse {
    private static final int PER_ROW = 5;

    private Sparse() {
    }

    public static void main(String[] args) {
        int threads = Team.argument(args, 0, 1);
        int rows = Team.argument(args, 1, 50_000);
        int rounds = Team.argument(args, 2, 200);
        int count = rows * PER_ROW;
        int[] row = new int[count];
        int[] column = new int[count];
        double[] value = new double[count];
        double[] x = new double[rows];
        double[] y = new double[rows];
        fill(row, column, value, x);
        long start = System.nanoTime();
        Runnable[] tasks = new Runnable[threads];
        for (int i = 0; i < threads; i++) {
            int first = (int) ((long) rows * i / threads) * PER_ROW;
            int end = (int) ((long) rows * (i + 1) / threads) * PER_ROW;
            tasks[i] = new SparseRunner(row, column, value, x, y, first, end, rounds);
        }
        Team.run(tasks);
        double sum = 0;
        for (double element : y) {
            sum += element;
        }
        double expected = 0;
        for (int i = count - 1; i >= 0; i--) {
            expected += rounds * x[column[i]] * value[i];
        }
        boolean valid = Math.abs(sum - expected) <= 1e-9 * Math.abs(expected);
        Team.report(Double.toString(sum), valid, start);
    }

    private static void fill(int[] row, int[] column, double[] value, double[] x) {
        int state = 1;
        for (int i = 0; i < row.length; i++) {
            state = state * 1103515245 + 12345;
            row[i] = i / PER_ROW;
            column[i] = (state >>> 8) % x.length;
            value[i] = 1 + (state >>> 20) / 4096.0;
        }
        for (int i = 0; i < x.length; i++) {
            x[i] = 1.0 / (i + 1);
        }
    }
}
