package parallel;

import executed.Tasks;
import executed.Versions;

// follows: MinMaxReduction.java:6 reduction
/** The least value per task, and the least of them at the end. */
public final class MinMaxReduction implements Versions {
    @Override
    public String serial() {
        int n = 3000;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < n; i++) {
            int value = i * 7919 % 1009;
            if (value < least) {
                least = value;
            }
        }
        return "" + least;
    }

    @Override
    public String parallel() throws Exception {
        int least = Integer.MAX_VALUE;
        for (int part : Tasks.results(0, 3000, MinMaxReduction::least)) {
            least = Math.min(least, part);
        }
        return "" + least;
    }

    private static int least(int from, int to) {
        int least = Integer.MAX_VALUE;
        for (int i = from; i < to; i++) {
            int value = i * 7919 % 1009;
            if (value < least) {
                least = value;
            }
        }
        return least;
    }
}
