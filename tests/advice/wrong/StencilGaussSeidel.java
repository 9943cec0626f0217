package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: StencilGaussSeidel.java:9 independent
/** A chunk reads the last element of the chunk before it, which is not done. */
public final class StencilGaussSeidel implements Versions {
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
        for (int i = 1; i < n - 1; i++) {
            cells[i] = (cells[i - 1] + 2 * cells[i] + cells[i + 1]) / 4;
        }
        return Arrays.toString(cells);
    }

    @Override
    public String parallel() throws Exception {
        int[] cells = input();
        Tasks.chunks(1, N - 1, (from, to) -> {
            for (int i = from; i < to; i++) {
                cells[i] = (cells[i - 1] + 2 * cells[i] + cells[i + 1]) / 4;
            }
        });
        return Arrays.toString(cells);
    }
}
