package parallel;

import executed.Versions;
import java.util.Arrays;
import java.util.stream.IntStream;

// follows: DoAllArrays.java:10 independent
/** A parallel stream over the indices. */
public final class DoAllArrays implements Versions {
    private static final int N = 3000;

    private static int[] input() {
        int[] a = new int[N];
        for (int i = 0; i < N; i++) {
            a[i] = i * 17 % 101;
        }
        return a;
    }

    @Override
    public String serial() {
        int n = N;
        int[] a = input();
        int[] b = new int[n];
        for (int i = 0; i < n; i++) {
            b[i] = a[i] * a[i] + a[n - 1 - i];
        }
        return Arrays.toString(b);
    }

    @Override
    public String parallel() {
        int[] a = input();
        int[] b = new int[N];
        IntStream.range(0, N).parallel().forEach(i -> b[i] = a[i] * a[i] + a[N - 1 - i]);
        return Arrays.toString(b);
    }
}
