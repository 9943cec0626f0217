/** A row is copied aside by the library at the end of each iteration, and the next one reads it. */
public class ArrayCopyCarries {
    public static void main(String[] args) {
        int n = 40;
        int[] last = new int[n];
        int[] row = new int[n];
        for (int i = 0; i < 60; i++) { // advice: serial
            for (int j = 0; j < n; j++) { // advice: independent
                row[j] = last[n - 1 - j] * 3 % 1009 + i + j;
            }
            System.arraycopy(row, 0, last, 0, n);
        }
        System.out.println(row[0] + row[n - 1]);
    }
}
