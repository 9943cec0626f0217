/** Rows are independent, but within a row each element needs the one before it. */
public class OuterParallelInnerSerial {
    public static void main(String[] args) {
        int n = 60;
        int[][] grid = new int[n][n];
        for (int i = 0; i < n; i++) { // advice: independent
            grid[i][0] = i;
            for (int j = 1; j < n; j++) { // advice: serial
                grid[i][j] = grid[i][j - 1] * grid[i][j - 1] % 1009 + j;
            }
        }
        System.out.println(grid[n - 1][n - 1]);
    }
}
