import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;

/** A number follows from the one before; what is computed of it does not matter to the next one. */
public class ChainsOfNumbers {
    static int mix(int v) {
        for (int k = 0; k < 300; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static int chain0(int n) {
        long s = 5L;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = (s * 0x5DEECE66DL + 0xBL + i) & ((1L << 48) - 1);
            o[i] = mix(Long.hashCode(s));
        }
        return o[n / 2];
    }

    static int chain1(int n) {
        double s = 0.3;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = 3.9 * s * (1 - s) + i * 1e-9;
            o[i] = mix(Double.hashCode(s));
        }
        return o[n / 2];
    }

    static int chain2(int n) {
        BigInteger s = BigInteger.TWO;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = s.multiply(BigInteger.valueOf(31)).add(BigInteger.valueOf(i)).mod(BigInteger.valueOf(1000003));
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain3(int n) {
        BigDecimal s = BigDecimal.ONE;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = s.multiply(BigDecimal.valueOf(17, 1)).remainder(BigDecimal.TEN).setScale(6, RoundingMode.HALF_UP).add(BigDecimal.ONE);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain4(int n) {
        int s = 9;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = Integer.reverse(s) * 31 + i;
            o[i] = mix(s);
        }
        return o[n / 2];
    }

    static int chain5(int n) {
        long s = 77L;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = Long.rotateLeft(s, 7) ^ (s + i);
            o[i] = mix(Long.hashCode(s));
        }
        return o[n / 2];
    }

    static int chain6(int n) {
        int s = 3;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = Math.floorMod(s * s - i, 10007);
            o[i] = mix(s);
        }
        return o[n / 2];
    }

    static int chain7(int n) {
        int s = 1;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = (s ^ s << 5) * 7 + (s >>> 3) + i;
            o[i] = mix(s);
        }
        return o[n / 2];
    }

    static int chain8(int n) {
        float s = 0.5f;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = s * 1.75f % 1.5f + 0.001f * i;
            o[i] = mix(Float.hashCode(s));
        }
        return o[n / 2];
    }

    static int chain9(int n) {
        char s = 'a';
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = (char) ('a' + (s * 7 + i) % 26);
            o[i] = mix(s);
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
