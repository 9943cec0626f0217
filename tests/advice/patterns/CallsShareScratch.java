/** All calls use one static array, which each of them fills before it reads it. */
public class CallsShareScratch {
    static final int[] SCRATCH = new int[40];

    static int work(int seed) {
        int hash = seed; // advice of calls: private-copies | with-changes
        for (int j = 0; j < 40; j++) {
            SCRATCH[j] = (seed + j) * 7919 % 1009;
        }
        for (int j = 0; j < 40; j++) { // advice: serial via hash
            hash = hash * hash % 10007 + SCRATCH[39 - j];
        }
        return hash;
    }

    public static void main(String[] args) {
        int[] results = new int[40];
        for (int i = 0; i < results.length; i++) { // advice: private-copies
            results[i] = work(i);
        }
        System.out.println(results[0] + results[39]);
    }
}
