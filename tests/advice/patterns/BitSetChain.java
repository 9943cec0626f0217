/** Each bit is computed from the one before. */
public class BitSetChain {
    public static void main(String[] args) throws Exception {
        java.util.BitSet bits = new java.util.BitSet();
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            bits.set(i, bits.get(i - 1) ^ i % 3 == 0);
        }
        System.out.println(bits.cardinality());
    }
}
