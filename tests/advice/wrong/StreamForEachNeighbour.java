package wrong;

import executed.Versions;
import java.util.Arrays;
import java.util.stream.IntStream;

// follows stream: StreamForEachNeighbour.java:15 independent
/** The place before is not set yet. */
public final class StreamForEachNeighbour implements Versions {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    @Override
    public String serial() {
        int[] sums = new int[401];
        IntStream.range(0, 400).forEach(i -> sums[i + 1] = work(i) + sums[i]);
        return Arrays.toString(sums);
    }

    @Override
    public String parallel() {
        int[] sums = new int[401];
        IntStream.range(0, 400).parallel().forEach(i -> sums[i + 1] = work(i) + sums[i]);
        return Arrays.toString(sums);
    }
}
