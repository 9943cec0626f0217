public class SumUp { public static void main(String[] args) {
        int n = parseInt(args[0]);
        long[] sums = new long[n];

        for (int i = 0; i < n; ++i) {
            sums[i] = sumTo(i);
        }

        long overallSum = 0;

        for (int i = 0; i < n; ++i) {
            overallSum += sums[i];
        }
    }

    static long sumTo(int n) {
        if (n == 0) return 0;
        return n + sumTo(n - 1);
    }

    /** By hand, digit by digit, so that the digits are part of the dependence graph. */
    static int parseInt(String s) {
        int value = 0;
        for (int i = 0; i < s.length(); ++i) {
            value = value * 10 + s.charAt(i) - '0';
        }
        return value;
    }
}
