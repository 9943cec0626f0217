/** Cells of the table need the cell above and the cell to the left: rows can only follow each other, shifted. */
public class LongestCommonSubsequence {
    public static void main(String[] args) {
        int n = 60;
        int[][] longest = new int[n + 1][n + 1];
        for (int i = 1; i <= n; i++) { // advice: overlapping | serial
            for (int j = 1; j <= n; j++) { // advice: serial | scan
                if (i * 7 % 11 == j * 5 % 11) {
                    longest[i][j] = longest[i - 1][j - 1] + 1;
                } else {
                    longest[i][j] = Math.max(longest[i - 1][j], longest[i][j - 1]);
                }
            }
        }
        System.out.println(longest[n][n]);
    }
}
