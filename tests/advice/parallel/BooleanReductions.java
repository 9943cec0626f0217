package parallel;

import executed.Versions;
import java.util.stream.IntStream;

// follows: BooleanReductions.java:6 reduction
/** A parallel stream combines the flags of its tasks. */
public final class BooleanReductions implements Versions {
    @Override
    public String serial() {
        int n = 3000;
        boolean found = false;
        for (int i = 0; i < n; i++) {
            found |= i * 7919 % 1009 == 5;
        }
        return "" + found;
    }

    @Override
    public String parallel() {
        return "" + IntStream.range(0, 3000).parallel().anyMatch(i -> i * 7919 % 1009 == 5);
    }
}
