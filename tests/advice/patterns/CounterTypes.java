/** Counters of type long and double; the steps of the latter are exact. */
public class CounterTypes {
    public static void main(String[] args) {
        int n = 2048;
        long[] a = new long[n];
        for (long i = 0; i < n; i++) { // advice: independent
            a[(int) i] = i * i % 31;
        }
        double[] b = new double[n];
        for (double x = 0; x < 1; x += 0x1p-11) { // advice: independent | with-changes
            b[(int) (x * n)] = x * x;
        }
        System.out.println(a[n - 1] + b[n / 2]);
    }
}
