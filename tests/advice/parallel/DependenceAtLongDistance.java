package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: DependenceAtLongDistance.java:6 overlapping
/** No iteration needs one of the last 499: blocks of 500 follow each other, and the chunks of a block run at once. */
public final class DependenceAtLongDistance implements Versions {
    private static final int N = 4000;
    private static final int BLOCK = 500;

    @Override
    public String serial() {
        int n = N;
        int[] chain = new int[n];
        for (int i = 500; i < n; i++) {
            chain[i] = chain[i - 500] * chain[i - 500] % 1009 + i;
        }
        return Arrays.toString(chain);
    }

    @Override
    public String parallel() throws Exception {
        int[] chain = new int[N];
        for (int block = BLOCK; block < N; block += BLOCK) {
            Tasks.chunks(block, block + BLOCK, (from, to) -> {
                for (int i = from; i < to; i++) {
                    chain[i] = chain[i - 500] * chain[i - 500] % 1009 + i;
                }
            });
        }
        return Arrays.toString(chain);
    }
}
