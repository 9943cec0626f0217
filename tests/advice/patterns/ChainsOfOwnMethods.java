import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/** A method of the program computes the next value from the last one; what is computed of it does not matter to the next one. */
public class ChainsOfOwnMethods {
    static int mix(int v) {
        for (int k = 0; k < 300; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static final IntBinaryOperator NEXT = (last, i) -> last * 31 + (last >>> 5) + i;

    static final class Pair {
        final int a;
        final int b;

        Pair(int a, int b) {
            this.a = a;
            this.b = b;
        }

        Pair next(int i) {
            return new Pair(b * 31 + i, a ^ b);
        }

        @Override
        public int hashCode() {
            return a * 31 + b;
        }
    }

    static int step(int last, int i) {
        int next = last;
        for (int k = 0; k < 6; k++) {
            next = next * 31 + (next >>> 7) + i;
        }
        return next;
    }

    static long wide(long last, int i) {
        return (last ^ last << 13) * 7 + i;
    }

    static int folded(int last, int i, int left) {
        return left == 0 ? last : folded(last * 7 + i, i + 1, left - 1);
    }

    static int chosen(int last, int i) {
        switch (last & 3) {
            case 0:
                return last + 5 + i;
            case 1:
                return last * 3;
            default:
                return (last >> 1) + i * 7;
        }
    }

    static int[] turned(int[] last, int i) {
        return new int[] {last[1], last[2] + i, last[0] * 31};
    }

    static double smoothed(double last, int i) {
        return last * 0.75 + Math.sqrt(i) * 0.25;
    }

    static String spelled(String last, int i) {
        return last.length() > 6 ? "z" : last + (char) ('a' + i % 26);
    }

    static int chain0(int n) {
        int s = 1;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = step(s, i);
            o[i] = mix(s);
        }
        return o[n / 2];
    }

    static int chain1(int n) {
        long s = 1L;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = wide(s, i);
            o[i] = mix(Long.hashCode(s));
        }
        return o[n / 2];
    }

    static int chain2(int n) {
        int s = 1;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = folded(s, i, 5);
            o[i] = mix(s);
        }
        return o[n / 2];
    }

    static int chain3(int n) {
        Pair s = new Pair(1, 2);
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = s.next(i);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain4(int n) {
        int s = 1;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = step(step(s, i), i + 1);
            o[i] = mix(s);
        }
        return o[n / 2];
    }

    static int chain5(int n) {
        int s = 1;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = chosen(s, i);
            o[i] = mix(s);
        }
        return o[n / 2];
    }

    static int chain6(int n) {
        int[] s = new int[] {1, 2, 3};
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = turned(s, i);
            o[i] = mix(Arrays.hashCode(s));
        }
        return o[n / 2];
    }

    static int chain7(int n) {
        int s = 1;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = ChainsOfOwnMethods.NEXT.applyAsInt(s, i);
            o[i] = mix(s);
        }
        return o[n / 2];
    }

    static int chain8(int n) {
        double s = 1.0;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = smoothed(s, i);
            o[i] = mix(Double.hashCode(s));
        }
        return o[n / 2];
    }

    static int chain9(int n) {
        String s = "a";
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = spelled(s, i);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    public static void main(String[] args) {
        int n = 120;
        int all = 0;
        all += chain0(n);
        all += chain1(n);
        all += chain2(n);
        all += chain3(n);
        all += chain4(n);
        all += chain5(n);
        all += chain6(n);
        all += chain7(n);
        all += chain8(n);
        all += chain9(n);
        System.out.println(all);
    }
}
