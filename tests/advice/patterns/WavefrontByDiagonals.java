/** Diagonals follow each other; the cells of a diagonal are independent. */
public class WavefrontByDiagonals {
    public static void main(String[] args) {
        int n = 60;
        int[][] cost = new int[n][n];
        for (int d = 2; d <= 2 * n - 2; d++) { // advice: serial | overlapping
            for (int i = Math.max(1, d - n + 1); i <= Math.min(n - 1, d - 1); i++) { // advice: independent
                int j = d - i;
                cost[i][j] = Math.min(cost[i - 1][j], cost[i][j - 1]) + (i ^ j) % 7;
            }
        }
        System.out.println(cost[n - 1][n - 1]);
    }
}
