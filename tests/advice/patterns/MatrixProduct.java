/** Rows and columns of the product are independent, each element is a sum. */
public class MatrixProduct {
    public static void main(String[] args) {
        int n = 20;
        int[][] a = new int[n][n];
        int[][] b = new int[n][n];
        int[][] c = new int[n][n];
        for (int i = 0; i < n; i++) { // advice: independent
            for (int j = 0; j < n; j++) { // advice: independent
                a[i][j] = i + j;
                b[i][j] = i - j;
            }
        }
        for (int i = 0; i < n; i++) { // advice: independent
            for (int j = 0; j < n; j++) { // advice: independent
                int sum = 0;
                for (int k = 0; k < n; k++) { // advice: reduction via sum
                    sum += a[i][k] * b[k][j];
                }
                c[i][j] = sum;
            }
        }
        System.out.println(c[3][4] + c[n - 1][n - 1]);
    }
}
