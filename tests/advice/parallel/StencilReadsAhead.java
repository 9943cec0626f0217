package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: StencilReadsAhead.java:9 private-copies
/** All tasks read a copy of the array that nobody writes. */
public final class StencilReadsAhead implements Versions {
    private static final int N = 3000;

    private static int[] input() {
        int[] cells = new int[N];
        for (int i = 0; i < N; i++) {
            cells[i] = i * 29 % 97;
        }
        return cells;
    }

    @Override
    public String serial() {
        int n = N;
        int[] cells = input();
        for (int i = 0; i < n - 1; i++) {
            cells[i] = cells[i] * 3 + cells[i + 1];
        }
        return Arrays.toString(cells);
    }

    @Override
    public String parallel() throws Exception {
        int[] cells = input();
        int[] old = cells.clone();
        Tasks.chunks(0, N - 1, (from, to) -> {
            for (int i = from; i < to; i++) {
                cells[i] = old[i] * 3 + old[i + 1];
            }
        });
        return Arrays.toString(cells);
    }
}
