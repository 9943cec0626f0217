package parallel;

import executed.Tasks;
import executed.Versions;

// follows: LeastByIndex.java:11 reduction
/** Each task begins with the first index, and keeps the least of its own part; the least of those is taken, the first one first. */
public final class LeastByIndex implements Versions {
    private static final int N = 3000;

    private static int[] input() {
        int[] values = new int[N];
        for (int i = 0; i < N; i++) {
            values[i] = (i * 7919 + 500) % 1009;
        }
        return values;
    }

    @Override
    public String serial() {
        int[] values = input();
        int least = 0;
        for (int i = 1; i < 3000; i++) {
            least = values[i] < values[least] ? i : least;
        }
        return "" + least;
    }

    @Override
    public String parallel() throws Exception {
        int[] values = input();
        int[] found = new int[N];
        Tasks.chunks(1, N, (from, to) -> {
            int least = 0;
            for (int i = from; i < to; i++) {
                least = values[i] < values[least] ? i : least;
            }
            found[from] = least;
        });
        int least = 0;
        for (int i = 1; i < N; i++) {
            int other = found[i];
            least = values[other] < values[least] ? other : least;
        }
        return "" + least;
    }
}
