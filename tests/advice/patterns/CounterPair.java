/** Two counters, of which one is an index only. */
public class CounterPair {
    public static void main(String[] args) {
        int n = 3000;
        int[] a = new int[2 * n];
        int k = 1;
        for (int i = 0; i < n; i++) { // advice: independent
            a[k] = i * 7 % 31;
            k += 2;
        }
        System.out.println(a[1] + a[2 * n - 1]);
    }
}
