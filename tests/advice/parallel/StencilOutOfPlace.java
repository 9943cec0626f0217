package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: StencilOutOfPlace.java:10 independent
/** Chunks of iterations on an executor. */
public final class StencilOutOfPlace implements Versions {
    private static final int N = 3000;

    private static int[] input() {
        int[] from = new int[N];
        for (int i = 0; i < N; i++) {
            from[i] = i * 29 % 97;
        }
        return from;
    }

    @Override
    public String serial() {
        int n = N;
        int[] from = input();
        int[] to = new int[n];
        for (int i = 1; i < n - 1; i++) {
            to[i] = (from[i - 1] + 2 * from[i] + from[i + 1]) / 4;
        }
        return Arrays.toString(to);
    }

    @Override
    public String parallel() throws Exception {
        int[] from = input();
        int[] to = new int[N];
        Tasks.chunks(1, N - 1, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                to[i] = (from[i - 1] + 2 * from[i] + from[i + 1]) / 4;
            }
        });
        return Arrays.toString(to);
    }
}
