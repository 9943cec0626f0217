package parallel;

import executed.Versions;
import java.util.Arrays;
import java.util.stream.IntStream;

// follows: TransposeInPlace.java:11 independent
/** A parallel stream over the rows: each pair of cells is swapped by the row of one of them. */
public final class TransposeInPlace implements Versions {
    private static final int N = 60;

    private static int[][] input() {
        int[][] grid = new int[N][N];
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                grid[i][j] = i * 7 + j * j;
            }
        }
        return grid;
    }

    @Override
    public String serial() {
        int n = N;
        int[][] grid = input();
        for (int i = 1; i < n; i++) {
            swapRow(grid, i);
        }
        return Arrays.deepToString(grid);
    }

    @Override
    public String parallel() {
        int[][] grid = input();
        IntStream.range(1, N).parallel().forEach(i -> swapRow(grid, i));
        return Arrays.deepToString(grid);
    }

    private static void swapRow(int[][] grid, int i) {
        for (int j = 0; j < i; j++) {
            int swap = grid[i][j];
            grid[i][j] = grid[j][i];
            grid[j][i] = swap;
        }
    }
}
