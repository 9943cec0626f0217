/** Operations that are not associative: division, remainder, shifts, subtraction from. */
public class OtherOperators {
    public static void main(String[] args) {
        int n = 3000;
        double quotient = 1e300;
        for (int i = 0; i < n; i++) { // advice: serial | reduction via quotient
            quotient /= 1.0 + i % 3;
        }
        int whole = Integer.MAX_VALUE;
        for (int i = 0; i < n; i++) { // advice: serial via whole
            whole = whole / (i % 3 + 1) + 1_000_000;
        }
        int rest = 1_000_003;
        for (int i = 0; i < n; i++) { // advice: serial via rest
            rest = (rest + 77) % (i % 29 + 31);
        }
        int shifted = 1;
        for (int i = 0; i < n; i++) { // advice: serial via shifted
            shifted = shifted << 1 ^ i;
        }
        int taken = 0;
        for (int i = 0; i < n; i++) { // advice: serial via taken
            taken = i - taken;
        }
        int average = 0;
        for (int i = 0; i < n; i++) { // advice: serial via average
            average = (average + i * 7 % 31) / 2;
        }
        System.out.println(quotient + " " + whole + " " + rest + " " + shifted + " " + taken + " " + average);
    }
}
