package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: PrivateArray.java:7 independent
/** All tasks have filled the one buffer before one of them reads it. */
public final class PrivateArray implements Versions {
    private static final int N = 200;

    @Override
    public String serial() {
        int n = N;
        int[] results = new int[n];
        int[] buffer = new int[16];
        for (int i = 0; i < n; i++) {
            fill(buffer, i);
            results[i] = buffer[3] * buffer[15] - buffer[i % 16];
        }
        return Arrays.toString(results);
    }

    @Override
    public String parallel() throws Exception {
        int[] results = new int[N];
        int[] buffer = new int[16];
        Tasks.together((task, tasks) -> {
            for (int i = task; i < N; i += tasks) {
                fill(buffer, i);
                Tasks.meet();
                results[i] = buffer[3] * buffer[15] - buffer[i % 16];
                Tasks.meet();
            }
            return null;
        });
        return Arrays.toString(results);
    }

    private static void fill(int[] buffer, int i) {
        for (int j = 0; j < 16; j++) {
            buffer[j] = i * j % 31;
        }
    }
}
