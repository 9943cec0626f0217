/** The sums are kept in the elements of the product, whose addends come in the outermost loop. */
public class MatrixProductInPlaceSums {
    public static void main(String[] args) {
        int n = 20;
        int[][] a = new int[n][n];
        int[][] c = new int[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = i * 3 + j;
            }
        }
        for (int k = 0; k < n; k++) { // advice: reduction
            for (int i = 0; i < n; i++) { // advice: independent
                for (int j = 0; j < n; j++) { // advice: independent
                    c[i][j] += a[i][k] * a[k][j];
                }
            }
        }
        System.out.println(c[3][4] + c[n - 1][n - 1]);
    }
}
