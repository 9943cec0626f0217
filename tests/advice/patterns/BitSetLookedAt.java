/** The number of bits so far decides which bit is set. */
public class BitSetLookedAt {
    public static void main(String[] args) throws Exception {
        java.util.BitSet bits = new java.util.BitSet();
        int[] seen = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            bits.set(i * bits.cardinality() % 5000);
            seen[i] = bits.nextSetBit(7);
        }
        System.out.println(seen[999]);
    }
}
