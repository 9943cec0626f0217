/** A row needs the whole row before it, but the elements of a row are independent. */
public class OuterSerialInnerParallel {
    public static void main(String[] args) {
        int n = 60;
        int[][] grid = new int[n][n];
        grid[0][7] = 1;
        for (int i = 1; i < n; i++) { // advice: serial
            for (int j = 0; j < n; j++) { // advice: independent
                grid[i][j] = grid[i - 1][n - 1 - j] * 3 + grid[i - 1][j] % 1009 + j;
            }
        }
        System.out.println(grid[n - 1][n - 1]);
    }
}
