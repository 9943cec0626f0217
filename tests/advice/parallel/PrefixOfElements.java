package parallel;

import executed.Tasks;
import executed.Versions;

// follows: PrefixOfElements.java:20 overlapping
/** What is added is computed in parallel; the sums in a short loop of their own behind it. */
public final class PrefixOfElements implements Versions {
    @Override
    public String serial() {
        int n = 400;
        long[] sums = new long[n + 1];
        for (int i = 0; i < n; i++) {
            sums[i + 1] = sums[i] + work(i);
        }
        return text(sums);
    }

    @Override
    public String parallel() throws Exception {
        int n = 400;
        long[] added = new long[n];
        Tasks.chunks(0, n, (from, to) -> {
            for (int i = from; i < to; i++) {
                added[i] = work(i);
            }
        });
        long[] sums = new long[n + 1];
        for (int i = 0; i < n; i++) {
            sums[i + 1] = sums[i] + added[i];
        }
        return text(sums);
    }

    private static String text(long[] sums) {
        return java.util.Arrays.toString(sums);
    }

    private static int work(int start) {
        int v = start;
        for (int k = 0; k < 60; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v & 1023;
    }
}
