/** Each random number is computed from the last one, by the program itself. */
public class OwnGenerator {
    public static void main(String[] args) {
        long seed = 42;
        int hits = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via seed
            seed = seed * 0x5DEECE66DL + 11 & (1L << 48) - 1;
            int x = (int) (seed >>> 38);
            seed = seed * 0x5DEECE66DL + 11 & (1L << 48) - 1;
            int y = (int) (seed >>> 38);
            if (x * x + y * y < 1 << 20) {
                hits++;
            }
        }
        System.out.println(hits);
    }
}
