package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: Histogram.java:5 reduction
/** One histogram per task, added at the end. */
public final class Histogram implements Versions {
    @Override
    public String serial() {
        int[] counts = new int[16];
        for (int i = 0; i < 4000; i++) {
            int key = i * 7919 % 1009 & 15;
            counts[key]++;
        }
        return Arrays.toString(counts);
    }

    @Override
    public String parallel() throws Exception {
        int[] counts = new int[16];
        for (int[] part : Tasks.results(0, 4000, Histogram::counts)) {
            Arrays.setAll(counts, key -> counts[key] + part[key]);
        }
        return Arrays.toString(counts);
    }

    private static int[] counts(int from, int to) {
        int[] counts = new int[16];
        for (int i = from; i < to; i++) {
            counts[i * 7919 % 1009 & 15]++;
        }
        return counts;
    }
}
