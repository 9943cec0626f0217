package parallel;

import executed.Versions;
import java.util.Arrays;
import java.util.stream.IntStream;

// follows: CompactionOfExpensiveTests.java:7 overlapping
/** The tests run in parallel; what passes is placed in order afterwards. */
public final class CompactionOfExpensiveTests implements Versions {
    private static final int N = 300;

    @Override
    public String serial() {
        int n = N;
        int[] kept = new int[n];
        int count = 0;
        for (int i = 0; i < n; i++) {
            if (passes(i)) {
                kept[count++] = i;
            }
        }
        return Arrays.toString(Arrays.copyOf(kept, count));
    }

    @Override
    public String parallel() {
        boolean[] passed = new boolean[N];
        IntStream.range(0, N).parallel().forEach(i -> passed[i] = passes(i));
        int[] kept = new int[N];
        int count = 0;
        for (int i = 0; i < N; i++) {
            if (passed[i]) {
                kept[count++] = i;
            }
        }
        return Arrays.toString(Arrays.copyOf(kept, count));
    }

    private static boolean passes(int i) {
        int hash = i;
        for (int j = 0; j < 40; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash % 2 == 0;
    }
}
