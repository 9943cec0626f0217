package parallel;

import executed.Versions;
import java.util.Arrays;
import java.util.stream.IntStream;

// follows stream: StreamForEachArray.java:15 independent
/** The parallel stream, as advised. */
public final class StreamForEachArray implements Versions {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    @Override
    public String serial() {
        int[] squares = new int[400];
        IntStream.range(0, 400).forEach(i -> squares[i] = work(i));
        return Arrays.toString(squares);
    }

    @Override
    public String parallel() {
        int[] squares = new int[400];
        IntStream.range(0, 400).parallel().forEach(i -> squares[i] = work(i));
        return Arrays.toString(squares);
    }
}
