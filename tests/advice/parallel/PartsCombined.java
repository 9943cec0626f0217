package parallel;

import executed.Versions;
import java.util.stream.IntStream;

// follows: PartsCombined.java:127 reduction
/** Each task combines objects of its own, and these are combined at the end. */
public final class PartsCombined implements Versions {
    private static final int N = 100;

    record Vector(int x, int y) {
        Vector plus(Vector other) {
            return new Vector(x + other.x, y + other.y);
        }
    }

    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    @Override
    public String serial() {
        int n = N;
        Vector sum = new Vector(0, 0);
        for (int i = 0; i < n; i++) {
            int h = mix(i, 60);
            sum = sum.plus(new Vector(h & 15, h >>> 4 & 15));
        }
        return sum.toString();
    }

    @Override
    public String parallel() {
        IntStream hashes = IntStream.range(0, N).parallel().map(i -> mix(i, 60));
        return hashes.mapToObj(h -> new Vector(h & 15, h >>> 4 & 15)).reduce(new Vector(0, 0), Vector::plus).toString();
    }
}
