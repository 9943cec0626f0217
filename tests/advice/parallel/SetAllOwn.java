package parallel;

import executed.Versions;
import java.util.Arrays;

// follows stream: SetAllOwn.java:15 independent
/** The parallel twin, as advised. */
public final class SetAllOwn implements Versions {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    @Override
    public String serial() {
        int[] numbers = new int[300];
        Arrays.setAll(numbers, i -> work(i));
        return Arrays.toString(numbers);
    }

    @Override
    public String parallel() {
        int[] numbers = new int[300];
        Arrays.parallelSetAll(numbers, i -> work(i));
        return Arrays.toString(numbers);
    }
}
