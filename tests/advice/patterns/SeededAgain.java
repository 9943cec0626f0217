/** The generator is seeded from what it gave before. */
public class SeededAgain {
    public static void main(String[] args) throws Exception {
        java.util.Random random = new java.util.Random(1);
        int[] seen = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            seen[i] = random.nextInt(1000);
            random.setSeed(seen[i] * 31 + i);
        }
        System.out.println(seen[999]);
    }
}
