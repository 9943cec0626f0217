/** Red cells are computed from black ones and black ones from red ones: rows are independent, and sweeps can only follow closely. */
public class RedAndBlack {
    public static void main(String[] args) {
        double[][] grid = new double[120][120];
        grid[60][60] = 1000;
        for (int half = 0; half < 8; half++) { // advice: overlapping | serial
            for (int row = 1; row < 119; row++) { // advice: independent, gains 1.8 to 4, first
                relax(grid, row, half % 2);
            }
        }
        System.out.println(grid[50][50]);
    }

    private static void relax(double[][] grid, int row, int colour) {
        for (int column = 1 + (row + colour) % 2; column < 119; column += 2) {
            double around = grid[row - 1][column] + grid[row + 1][column] + grid[row][column - 1] + grid[row][column + 1];
            grid[row][column] = 0.25 * around;
        }
    }
}
