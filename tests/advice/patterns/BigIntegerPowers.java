/** Each big number is computed from the last one. */
public class BigIntegerPowers {
    public static void main(String[] args) {
        java.math.BigInteger modulus = java.math.BigInteger.valueOf(1_000_003);
        java.math.BigInteger x = java.math.BigInteger.TWO;
        for (int i = 0; i < 2000; i++) { // advice: serial via x
            x = x.multiply(x).add(java.math.BigInteger.valueOf(i)).mod(modulus);
        }
        System.out.println(x);
    }
}
