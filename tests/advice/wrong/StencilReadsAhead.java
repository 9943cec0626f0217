package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: StencilReadsAhead.java:9 independent
/** A chunk reads the first element of the next one, which may already be another. */
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
        Tasks.chunks(0, N - 1, (from, to) -> {
            for (int i = from; i < to; i++) {
                cells[i] = cells[i] * 3 + cells[i + 1];
            }
        });
        return Arrays.toString(cells);
    }
}
