package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: PrefixSumInPlace.java:9 independent
/** A chunk starts from an element that is no sum as yet. */
public final class PrefixSumInPlace implements Versions {
    private static final int N = 3000;

    private static int[] input() {
        int[] sums = new int[N];
        for (int i = 0; i < N; i++) {
            sums[i] = i * 7 % 31;
        }
        return sums;
    }

    @Override
    public String serial() {
        int n = N;
        int[] sums = input();
        for (int i = 1; i < n; i++) {
            sums[i] += sums[i - 1];
        }
        return Arrays.toString(sums);
    }

    @Override
    public String parallel() throws Exception {
        int[] sums = input();
        Tasks.chunks(1, N, (from, to) -> {
            for (int i = from; i < to; i++) {
                sums[i] += sums[i - 1];
            }
        });
        return Arrays.toString(sums);
    }
}
