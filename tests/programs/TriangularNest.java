/** A triangular nest over one array, and a loop that carries a dependence to the next row. */
public class TriangularNest {
    public static void main(String[] args) {
        int n = 14;
        long[] row = new long[n];
        row[0] = 1;
        for (int i = 1; i < n; i++) {
            for (int j = i; j > 0; j--) {
                row[j] += row[j - 1];
            }
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum = sum * 7 + row[i];
        }
        System.out.println(sum);
    }
}
