/** Each pair of mirrored cells is swapped by one iteration. */
public class TransposeInPlace {
    public static void main(String[] args) {
        int n = 60;
        int[][] grid = new int[n][n];
        for (int i = 0; i < n; i++) { // advice: independent
            for (int j = 0; j < n; j++) { // advice: independent
                grid[i][j] = i * 7 + j * j;
            }
        }
        for (int i = 1; i < n; i++) { // advice: independent
            for (int j = 0; j < i; j++) { // advice: independent
                int swap = grid[i][j];
                grid[i][j] = grid[j][i];
                grid[j][i] = swap;
            }
        }
        System.out.println(grid[3][50]);
    }
}
