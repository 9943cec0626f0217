import java.util.Arrays;
import java.util.Locale;

/** A text follows from the one before; what is computed of it does not matter to the next one. */
public class ChainsOfTexts {
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
        String s = "a";
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = s.length() > 9 ? "b" + i % 10 : s + i % 10;
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain1(int n) {
        String s = "abcdef";
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = s.substring(1) + (char) ('a' + i % 26);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain2(int n) {
        String s = "abcabc";
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = s.replace('a', 'b').substring(1).concat(i % 3 == 0 ? "a" : "c");
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain3(int n) {
        String s = "xyz";
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = new StringBuilder(s).reverse().append(i % 10).substring(1);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain4(int n) {
        String s = "12345";
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = s.concat("x").substring(1).replace('x', (char) ('0' + i % 7));
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain5(int n) {
        String s = "7";
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = String.valueOf(s.hashCode() % 1009 + i);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain6(int n) {
        String s = "ab";
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = (s + i % 10).toUpperCase(Locale.ROOT).substring(s.length() > 8 ? 4 : 0);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain7(int n) {
        String s = "5";
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = Integer.toString(Integer.parseInt(s) * 7 % 1009 + 1);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain8(int n) {
        String s = "0";
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = s.indexOf('3') < 0 ? s + i % 10 : s.substring(0, 1) + i % 5;
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain9(int n) {
        String s = "q";
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = String.join("-", s.substring(Math.max(0, s.length() - 3)), "" + i % 10);
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
