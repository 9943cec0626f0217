/** Counters that advance by other steps than one are still counters. */
public class CounterSteps {
    public static void main(String[] args) {
        int n = 6000;
        int[] a = new int[n];
        for (int i = 0; i < n; i += 2) { // advice: independent
            a[i] = i * 7 % 31;
        }
        int step = args.length + 3;
        int k = 0;
        while (k < n) { // advice: independent
            a[k] += k * 11 % 29;
            k = k + step;
        }
        for (int i = n - 1; i >= 0; i -= 2) { // advice: independent
            a[i] -= i % 13;
        }
        System.out.println(a[0] + a[4500] + a[n - 1]);
    }
}
