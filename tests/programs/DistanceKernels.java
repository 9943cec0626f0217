/** Loops whose iterations depend on each other at known distances: none, 1, 4, through a reduction, through a table. */
public class DistanceKernels {
    static int n = 64;

    public static void main(String[] args) {
        int[] a = new int[n];
        int[] b = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = i * 3;
        }
        for (int i = 1; i < n; i++) {
            b[i] = b[i - 1] + a[i];
        }
        for (int i = 4; i < n; i++) {
            a[i] = a[i - 4] ^ b[i];
        }
        for (int i = 0; i + 1 < n; i++) {
            b[i] = b[i + 1] - 1;
        }
        int[] histogram = new int[8];
        for (int i = 0; i < n; i++) {
            histogram[a[i] & 7]++;
        }
        int scratch;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            scratch = a[i] + b[i];
            sum += scratch * i;
        }
        for (int h : histogram) {
            sum = sum * 31 + h;
        }
        System.out.println(sum);
    }
}
