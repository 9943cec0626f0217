package parallel;

import executed.Versions;
import java.util.Arrays;

// follows: SumReduction.java:9 reduction
/** The sum of a parallel stream. */
public final class SumReduction implements Versions {
    private static int[] input() {
        int[] values = new int[2000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * 7 % 31;
        }
        return values;
    }

    @Override
    public String serial() {
        int[] values = input();
        long sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i];
        }
        return "" + sum;
    }

    @Override
    public String parallel() {
        return "" + Arrays.stream(input()).parallel().asLongStream().sum();
    }
}
