/** Sparse matrix times vector, repeated: indirect addresses. */
public class SparseProduct {
    public static void main(String[] args) {
        int n = 40;
        int[] start = new int[n + 1];
        int[] column = new int[n * 3];
        int[] value = new int[n * 3];
        int used = 0;
        for (int i = 0; i < n; i++) {
            start[i] = used;
            for (int j = i % 3; j < n; j += 13 + i) {
                column[used] = (j * 7 + i) % n;
                value[used++] = j - i;
            }
        }
        start[n] = used;
        long[] x = new long[n];
        long[] y = new long[n];
        for (int i = 0; i < n; i++) {
            x[i] = i + 1;
        }
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < n; i++) {
                long sum = 0;
                for (int k = start[i]; k < start[i + 1]; k++) {
                    sum += value[k] * x[column[k]];
                }
                y[i] = sum % 1000 + 1;
            }
            long[] t = x;
            x = y;
            y = t;
        }
        long sum = 0;
        for (long v : x) {
            sum = sum * 3 + v;
        }
        System.out.println(used + " " + sum);
    }
}
