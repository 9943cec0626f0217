package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: PrivateArray.java:7 private-copies
/** One buffer per task. */
public final class PrivateArray implements Versions {
    private static final int N = 200;

    @Override
    public String serial() {
        int n = N;
        int[] results = new int[n];
        int[] buffer = new int[16];
        for (int i = 0; i < n; i++) {
            results[i] = result(buffer, i);
        }
        return Arrays.toString(results);
    }

    @Override
    public String parallel() throws Exception {
        int[] results = new int[N];
        Tasks.chunks(0, N, (from, to) -> {
            int[] buffer = new int[16];
            for (int i = from; i < to; i++) {
                results[i] = result(buffer, i);
            }
        });
        return Arrays.toString(results);
    }

    private static int result(int[] buffer, int i) {
        for (int j = 0; j < 16; j++) {
            buffer[j] = i * j % 31;
        }
        return buffer[3] * buffer[15] - buffer[i % 16];
    }
}
