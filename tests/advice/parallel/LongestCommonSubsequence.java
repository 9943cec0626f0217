package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;

// follows: LongestCommonSubsequence.java:6 overlapping
/** Threads take rows in turn, and a row stays behind the row above. */
public final class LongestCommonSubsequence implements Versions {
    private static final int N = 60;

    @Override
    public String serial() {
        int n = N;
        int[][] longest = new int[n + 1][n + 1];
        for (int i = 1; i <= n; i++) {
            for (int j = 1; j <= n; j++) {
                cell(longest, i, j);
            }
        }
        return Arrays.deepToString(longest);
    }

    @Override
    public String parallel() throws Exception {
        int[][] longest = new int[N + 1][N + 1];
        AtomicIntegerArray done = new AtomicIntegerArray(N + 1);
        done.set(0, N);
        Tasks.together((thread, threads) -> {
            for (int i = 1 + thread; i <= N; i += threads) {
                for (int j = 1; j <= N; j++) {
                    while (done.get(i - 1) < j) {
                        Thread.yield();
                    }
                    cell(longest, i, j);
                    done.set(i, j);
                }
            }
            return null;
        });
        return Arrays.deepToString(longest);
    }

    private static void cell(int[][] longest, int i, int j) {
        if (i * 7 % 11 == j * 5 % 11) {
            longest[i][j] = longest[i - 1][j - 1] + 1;
        } else {
            longest[i][j] = Math.max(longest[i - 1][j], longest[i][j - 1]);
        }
    }
}
