package parallel;

import executed.Versions;
import java.util.Arrays;

// follows: RunningMaximum.java:7 scan
/** The library's parallel prefix operation, by maximum. */
public final class RunningMaximum implements Versions {
    @Override
    public String serial() {
        int n = 3000;
        int[] highest = new int[n];
        int top = -1;
        for (int i = 0; i < n; i++) {
            top = Math.max(top, i * 7919 % 10007);
            highest[i] = top;
        }
        return Arrays.toString(highest);
    }

    @Override
    public String parallel() {
        int[] highest = new int[3000];
        Arrays.parallelSetAll(highest, i -> i * 7919 % 10007);
        Arrays.parallelPrefix(highest, Math::max);
        return Arrays.toString(highest);
    }
}
