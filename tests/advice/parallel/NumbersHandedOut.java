package parallel;

import executed.Versions;
import java.util.Arrays;
import java.util.stream.IntStream;

// follows: NumbersHandedOut.java:29 scan
/** What each iteration adds is computed in parallel, then a prefix sum of it; each keeps the sum of those before. */
public final class NumbersHandedOut implements Versions {
    private static final int N = 120;

    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    @Override
    public String serial() {
        int n = N;
        int[] start = new int[n];
        int next = 100;
        for (int i = 0; i < n; i++) {
            int length = mix(i, 200) & 7;
            start[i] = next;
            next += length;
        }
        return Arrays.toString(start) + next;
    }

    @Override
    public String parallel() {
        int[] sums = new int[N];
        Arrays.parallelSetAll(sums, i -> mix(i, 200) & 7);
        Arrays.parallelPrefix(sums, Integer::sum);
        int[] start = new int[N];
        IntStream.range(0, N).parallel().forEach(i -> start[i] = 100 + (i == 0 ? 0 : sums[i - 1]));
        return Arrays.toString(start) + (100 + sums[N - 1]);
    }
}
