/** The test itself moves the counter, and a bound is computed anew each time, the same in all iterations. */
public class CountedDownInTest {
    public static void main(String[] args) {
        int[] values = new int[3000];
        int i = 3000;
        while (i-- > 0) { // advice: independent
            values[i] = i * 7919 % 1009;
        }
        long sum = 0;
        for (int k = 0; k < 2000 + args.length % 7; k++) { // advice: reduction
            sum += values[k] * 3 % 7;
        }
        for (int k = 0; k % 2900 < 2800; k++) { // advice: search | serial
            values[k] += 3;
        }
        System.out.println(values[5] + sum);
    }
}
