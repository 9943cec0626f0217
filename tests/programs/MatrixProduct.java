/** Dense matrix product: rows in parallel, one sum per element in sequence. */
public class MatrixProduct {
    static double[][] multiply(double[][] a, double[][] b) {
        int n = a.length;
        double[][] c = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i][k] * b[k][j];
                }
                c[i][j] = sum;
            }
        }
        return c;
    }

    public static void main(String[] args) {
        int n = 10;
        double[][] a = new double[n][n];
        double[][] b = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = i - j;
                b[i][j] = i * j % 4;
            }
        }
        double[][] c = multiply(multiply(a, b), a);
        double trace = 0;
        for (int i = 0; i < n; i++) {
            trace += c[i][i];
        }
        System.out.println(trace);
    }
}
