import java.math.BigInteger;

/** Each value is made from the last one by calls of the library: what these execute belongs to the chain, which has hardly a rest. */
public class ChainOfLibraryCalls {
    static double byText(int n) {
        double x = 1.1;
        for (int i = 0; i < n; i++) { // advice: serial
            x = Double.parseDouble(Double.toString(x * 1.0371 + i)) % 1000;
        }
        return x;
    }

    static BigInteger byNumber(int n) {
        BigInteger x = BigInteger.TEN;
        for (int i = 0; i < n; i++) { // advice: serial
            x = x.multiply(x).add(BigInteger.ONE).mod(BigInteger.valueOf(1_000_000_007L));
        }
        return x;
    }

    public static void main(String[] args) {
        System.out.println(byText(300) + " " + byNumber(300));
    }
}
