/** Successive over-relaxation: red cells from black ones and black cells from red ones, in turn. */
final class Sor implements Kernel {
    private static final int SIZE = 400;
    private static final int SWEEPS = 5;

    @Override
    public long serial() {
        double[][] grid = grid();
        for (int half = 0; half < 2 * SWEEPS; half++) {
            for (int row = 1; row < SIZE - 1; row++) { // in parallel
                relax(grid, row, half % 2);
            }
        }
        return checksum(grid);
    }

    @Override
    public long parallel(Workers workers) {
        double[][] grid = grid();
        for (int half = 0; half < 2 * SWEEPS; half++) {
            int colour = half % 2;
            workers.loop(1, SIZE - 1, (worker, from, to) -> {
                for (int row = from; row < to; row++) {
                    relax(grid, row, colour);
                }
            });
        }
        return checksum(grid);
    }

    private static void relax(double[][] grid, int row, int colour) {
        double[] above = grid[row - 1];
        double[] own = grid[row];
        double[] below = grid[row + 1];
        for (int column = 1 + (row + colour) % 2; column < SIZE - 1; column += 2) {
            double around = above[column] + below[column] + own[column - 1] + own[column + 1];
            own[column] = 1.25 * 0.25 * around - 0.25 * own[column];
        }
    }

    private static double[][] grid() {
        double[][] grid = new double[SIZE][SIZE];
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                grid[i][j] = (i * 31 + j * 17) % 101 * 0.01;
            }
        }
        return grid;
    }

    private static long checksum(double[][] grid) {
        double sum = 0;
        for (double[] row : grid) {
            for (double cell : row) {
                sum += cell;
            }
        }
        return Double.doubleToLongBits(sum);
    }
}
