package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

// follows: Compaction.java:7 reduction
/** An atomic counter gives each result a place of its own, but not that of the serial order. */
public final class Compaction implements Versions {
    private static final int N = 3000;

    @Override
    public String serial() {
        int n = N;
        int[] kept = new int[n];
        int count = 0;
        for (int i = 0; i < n; i++) {
            if (i * 7 % 31 > 12) {
                kept[count++] = i;
            }
        }
        return Arrays.toString(kept);
    }

    @Override
    public String parallel() throws Exception {
        int[] kept = new int[N];
        AtomicInteger count = new AtomicInteger();
        Tasks.chunks(0, N, (from, to) -> {
            for (int i = from; i < to; i++) {
                if (i * 7 % 31 > 12) {
                    kept[count.getAndIncrement()] = i;
                }
            }
        });
        return Arrays.toString(kept);
    }
}
