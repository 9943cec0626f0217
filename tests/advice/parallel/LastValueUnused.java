package parallel;

import executed.Versions;
import java.util.Arrays;
import java.util.stream.IntStream;

// follows: LastValueUnused.java:7 private-copies
/** The field becomes a local variable of each task. */
public final class LastValueUnused implements Versions {
    private int scratch;

    @Override
    public String serial() {
        int[] results = new int[3000];
        for (int i = 0; i < results.length; i++) {
            scratch = i * 7919 % 1009;
            results[i] = scratch * scratch;
        }
        return Arrays.toString(results);
    }

    @Override
    public String parallel() {
        int[] results = new int[3000];
        IntStream.range(0, results.length).parallel().forEach(i -> {
            int scratch = i * 7919 % 1009;
            results[i] = scratch * scratch;
        });
        return Arrays.toString(results);
    }
}
