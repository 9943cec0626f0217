package parallel;

import executed.Versions;
import java.util.stream.IntStream;

// follows stream: StreamReduceSum.java:14 independent
/** The parallel stream, as advised. */
public final class StreamReduceSum implements Versions {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    @Override
    public String serial() {
        int sum = IntStream.range(0, 400).map(i -> work(i)).reduce(0, (a, b) -> a + b);
        return Integer.toString(sum);
    }

    @Override
    public String parallel() {
        int sum = IntStream.range(0, 400).parallel().map(i -> work(i)).reduce(0, (a, b) -> a + b);
        return Integer.toString(sum);
    }
}
