package parallel;

import executed.Versions;
import java.util.stream.IntStream;

// follows: BitReductions.java:14 reduction
/** A parallel stream reduces by exclusive or. */
public final class BitReductions implements Versions {
    @Override
    public String serial() {
        int n = 3000;
        int parity = 0;
        for (int i = 0; i < n; i++) {
            parity ^= i * 31;
        }
        return "" + parity;
    }

    @Override
    public String parallel() {
        return "" + IntStream.range(0, 3000).parallel().map(i -> i * 31).reduce(0, (a, b) -> a ^ b);
    }
}
