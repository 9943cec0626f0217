package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: ScatterPermutation.java:6 independent
/** Chunks of iterations on an executor. */
public final class ScatterPermutation implements Versions {
    private static final int N = 2048;

    @Override
    public String serial() {
        int n = N;
        int[] slot = new int[n];
        for (int i = 0; i < n; i++) {
            slot[i * 1021 & n - 1] = i;
        }
        return Arrays.toString(slot);
    }

    @Override
    public String parallel() throws Exception {
        int[] slot = new int[N];
        Tasks.chunks(0, N, (from, to) -> {
            for (int i = from; i < to; i++) {
                slot[i * 1021 & N - 1] = i;
            }
        });
        return Arrays.toString(slot);
    }
}
