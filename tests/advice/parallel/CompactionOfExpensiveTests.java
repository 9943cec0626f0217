package parallel;

import executed.Versions;
import java.util.Arrays;
import java.util.stream.IntStream;

// follows: CompactionOfExpensiveTests.java:7 scan
/** The tests run in parallel; a prefix sum tells where each that passes is placed. */
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
        int[] places = new int[N];
        Arrays.parallelSetAll(places, i -> passes(i) ? 1 : 0);
        boolean[] passed = new boolean[N];
        IntStream.range(0, N).parallel().forEach(i -> passed[i] = places[i] == 1);
        Arrays.parallelPrefix(places, Integer::sum);
        int count = places[N - 1];
        int[] kept = new int[count];
        IntStream.range(0, N).parallel().filter(i -> passed[i]).forEach(i -> kept[places[i] - 1] = i);
        return Arrays.toString(kept);
    }

    private static boolean passes(int i) {
        int hash = i;
        for (int j = 0; j < 40; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash % 2 == 0;
    }
}
