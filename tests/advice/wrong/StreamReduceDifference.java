package wrong;

import executed.Versions;
import java.util.stream.IntStream;

// follows stream: StreamReduceDifference.java:14 independent
/** Differences of parts are not the difference of all. */
public final class StreamReduceDifference implements Versions {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    @Override
    public String serial() {
        int rest = IntStream.range(0, 400).map(i -> work(i)).reduce(0, (a, b) -> a - b);
        return Integer.toString(rest);
    }

    @Override
    public String parallel() {
        int rest = IntStream.range(0, 400).parallel().map(i -> work(i)).reduce(0, (a, b) -> a - b);
        return Integer.toString(rest);
    }
}
