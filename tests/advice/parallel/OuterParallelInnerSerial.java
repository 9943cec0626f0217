package parallel;

import executed.Versions;
import java.util.Arrays;
import java.util.stream.IntStream;

// follows: OuterParallelInnerSerial.java:6 independent
/** A parallel stream over the rows; each row is computed in order. */
public final class OuterParallelInnerSerial implements Versions {
    private static final int N = 60;

    @Override
    public String serial() {
        int n = N;
        int[][] grid = new int[n][n];
        for (int i = 0; i < n; i++) {
            row(grid, i);
        }
        return Arrays.deepToString(grid);
    }

    @Override
    public String parallel() {
        int[][] grid = new int[N][N];
        IntStream.range(0, N).parallel().forEach(i -> row(grid, i));
        return Arrays.deepToString(grid);
    }

    private static void row(int[][] grid, int i) {
        grid[i][0] = i;
        for (int j = 1; j < N; j++) {
            grid[i][j] = grid[i][j - 1] * grid[i][j - 1] % 1009 + j;
        }
    }
}
