package parallel;

import executed.Versions;
import java.util.Arrays;
import java.util.stream.IntStream;

// follows: SearchNeverFound.java:6 search
/** The exit is searched first; then what is before it is stored in parallel. */
public final class SearchNeverFound implements Versions {
    private static final int N = 3000;

    @Override
    public String serial() {
        int n = N;
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            int value = i * 7919 % 10007;
            if (value == 20000) {
                break;
            }
            values[i] = value;
        }
        return Arrays.toString(values);
    }

    @Override
    public String parallel() {
        int[] values = new int[N];
        int end = IntStream.range(0, N).parallel().filter(i -> i * 7919 % 10007 == 20000).findFirst().orElse(N);
        IntStream.range(0, end).parallel().forEach(i -> values[i] = i * 7919 % 10007);
        return Arrays.toString(values);
    }
}
