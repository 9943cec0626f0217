package wrong;

import executed.Tasks;
import executed.Versions;

// follows: MaximumSubarray.java:6 reduction
/** The greatest of the partial results misses what crosses from one chunk to the next. */
public final class MaximumSubarray implements Versions {
    @Override
    public String serial() {
        int here = 0;
        int best = 0;
        for (int i = 0; i < 3000; i++) {
            here = Math.max(here, 0) + i * 7919 % 1009 - 504;
            best = Math.max(best, here);
        }
        return "" + best;
    }

    @Override
    public String parallel() throws Exception {
        int best = 0;
        for (int part : Tasks.results(0, 3000, MaximumSubarray::best)) {
            best = Math.max(best, part);
        }
        return "" + best;
    }

    private static int best(int from, int to) {
        int here = 0;
        int best = 0;
        for (int i = from; i < to; i++) {
            here = Math.max(here, 0) + i * 7919 % 1009 - 504;
            best = Math.max(best, here);
        }
        return best;
    }
}
