/** Each column needs the ones eliminated before; the rows below the pivot are independent. */
public class LuDecomposition {
    public static void main(String[] args) {
        int n = 24;
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = i == j ? n : (i * 3 + j) % 5;
            }
        }
        for (int k = 0; k < n; k++) { // advice: serial | overlapping
            for (int i = k + 1; i < n; i++) { // advice: independent
                double factor = a[i][k] / a[k][k];
                a[i][k] = factor;
                for (int j = k + 1; j < n; j++) { // advice: independent
                    a[i][j] -= factor * a[k][j];
                }
            }
        }
        System.out.println(Math.round(a[n - 1][n - 1] * 1000));
    }
}
