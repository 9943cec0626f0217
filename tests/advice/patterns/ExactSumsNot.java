import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** Sums of exact numbers that are rounded, looked at on the way, or subtracted from what comes next. */
public class ExactSumsNot {
    static int work(int start) {
        int x = start;
        for (int k = 0; k < 4; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        BigDecimal rounded = BigDecimal.ZERO;
        for (int i = 0; i < 300; i++) { // advice: serial via rounded
            rounded = rounded.add(BigDecimal.valueOf(work(i), 2), MathContext.DECIMAL32);
        }
        BigInteger turned = BigInteger.ONE;
        for (int i = 0; i < 300; i++) { // advice: serial via turned
            turned = BigInteger.valueOf(work(i)).subtract(turned);
        }
        BigInteger limited = BigInteger.ZERO;
        for (int i = 0; i < 300; i++) { // advice: serial via limited
            limited = limited.add(BigInteger.valueOf(limited.bitLength() % 7 + work(i)));
        }
        System.out.println(rounded.signum() + turned.signum() + limited.signum());
    }
}
