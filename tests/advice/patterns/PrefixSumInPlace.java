/** Every element becomes the sum of those up to it. */
public class PrefixSumInPlace {
    public static void main(String[] args) {
        int n = 3000;
        int[] sums = new int[n];
        for (int i = 0; i < n; i++) { // advice: independent
            sums[i] = i * 7 % 31;
        }
        for (int i = 1; i < n; i++) { // advice: scan | serial
            sums[i] += sums[i - 1];
        }
        System.out.println(sums[n - 1]);
    }
}
