package parallel;

import executed.Versions;
import java.util.Arrays;

// follows: PrefixSums.java:6 scan
/** The library's parallel prefix sum. */
public final class PrefixSums implements Versions {
    @Override
    public String serial() {
        int[] values = new int[2000];
        int sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += i * 7 % 31;
            values[i] = sum;
        }
        return Arrays.toString(values);
    }

    @Override
    public String parallel() {
        int[] values = new int[2000];
        Arrays.parallelSetAll(values, i -> i * 7 % 31);
        Arrays.parallelPrefix(values, Integer::sum);
        return Arrays.toString(values);
    }
}
