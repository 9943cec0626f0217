/** A product of big numbers, which are objects of the library: it can be formed in any order. */
public class FactorialBig {
    public static void main(String[] args) {
        java.math.BigInteger product = java.math.BigInteger.ONE;
        for (int i = 1; i < 1500; i++) { // advice: reduction | serial | not-known via product
            product = product.multiply(java.math.BigInteger.valueOf(i % 13 + 1));
        }
        System.out.println(product.bitLength());
    }
}
