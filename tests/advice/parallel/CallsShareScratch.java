package parallel;

import executed.Versions;
import java.util.Arrays;

// follows: CallsShareScratch.java:18 private-copies
/** Each call has a scratch array of its own. */
public final class CallsShareScratch implements Versions {
    static int work(int[] scratch, int seed) {
        int hash = seed;
        for (int j = 0; j < 40; j++) {
            scratch[j] = (seed + j) * 7919 % 1009;
        }
        for (int j = 0; j < 40; j++) {
            hash = hash * hash % 10007 + scratch[39 - j];
        }
        return hash;
    }

    @Override
    public String serial() {
        int[] scratch = new int[40];
        int[] results = new int[40];
        for (int i = 0; i < results.length; i++) {
            results[i] = work(scratch, i);
        }
        return Arrays.toString(results);
    }

    @Override
    public String parallel() {
        int[] results = new int[40];
        Arrays.parallelSetAll(results, i -> work(new int[40], i));
        return Arrays.toString(results);
    }
}
