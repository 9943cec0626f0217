/** What the next iteration needs is computed at the start, and the long rest needs nothing of others. */
public class EarlyValueLongRest {
    public static void main(String[] args) {
        int[] results = new int[80];
        int seed = 42;
        for (int i = 0; i < results.length; i++) { // advice: overlapping via seed
            seed = seed * seed % 10007 + 3;
            int hash = seed;
            for (int j = 0; j < 80; j++) {
                hash = hash * hash % 10009 + j;
            }
            results[i] = hash;
        }
        System.out.println(results[79]);
    }
}
