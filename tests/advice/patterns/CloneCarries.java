/** A copy of the row is kept for the next iteration. */
public class CloneCarries {
    public static void main(String[] args) {
        int n = 40;
        int[] last = new int[n];
        int[] row = new int[n];
        for (int i = 0; i < 60; i++) { // advice: serial via last
            for (int j = 0; j < n; j++) { // advice: independent
                row[j] = last[n - 1 - j] * 3 % 1009 + i + j;
            }
            last = row.clone();
        }
        System.out.println(row[0] + last[n - 1]);
    }
}
