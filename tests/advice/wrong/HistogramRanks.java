package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: HistogramRanks.java:7 reduction
/** One histogram per task: the ranks are those among the task's own values. */
public final class HistogramRanks implements Versions {
    @Override
    public String serial() {
        int n = 4000;
        int[] counts = new int[16];
        int[] rank = new int[n];
        for (int i = 0; i < n; i++) {
            int key = i * 7919 % 1009 & 15;
            rank[i] = counts[key]++;
        }
        return Arrays.toString(rank);
    }

    @Override
    public String parallel() throws Exception {
        int[] rank = new int[4000];
        Tasks.chunks(0, 4000, (from, to) -> {
            int[] counts = new int[16];
            for (int i = from; i < to; i++) {
                int key = i * 7919 % 1009 & 15;
                rank[i] = counts[key]++;
            }
        });
        return Arrays.toString(rank);
    }
}
