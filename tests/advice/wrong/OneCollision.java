package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: OneCollision.java:6 independent
/** One iteration of thousands reads an element of another chunk. */
public final class OneCollision implements Versions {
    private static final int N = 3000;

    @Override
    public String serial() {
        int n = N;
        int[] cells = new int[n];
        for (int i = 0; i < n; i++) {
            set(cells, i);
        }
        return Arrays.toString(cells);
    }

    @Override
    public String parallel() throws Exception {
        int[] cells = new int[N];
        Tasks.chunks(0, N, (from, to) -> {
            for (int i = from; i < to; i++) {
                set(cells, i);
            }
        });
        return Arrays.toString(cells);
    }

    private static void set(int[] cells, int i) {
        int from = i == 2500 ? 1200 : i;
        cells[i] = cells[from] * 3 + i;
    }
}
