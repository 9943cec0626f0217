package parallel;

import executed.Versions;
import java.util.Arrays;
import java.util.stream.IntStream;

// follows: PrivateObjectInField.java:19 private-copies
/** Each thread has a point of its own. */
public final class PrivateObjectInField implements Versions {
    static class Point {
        int x;
        int y;
    }

    static int norm(Point point, int i) {
        point.x = i * 7 % 31;
        point.y = i * 11 % 29;
        return point.x * point.x + point.y * point.y;
    }

    @Override
    public String serial() {
        Point point = new Point();
        int[] norms = new int[3000];
        for (int i = 0; i < norms.length; i++) {
            norms[i] = norm(point, i);
        }
        return Arrays.toString(norms);
    }

    @Override
    public String parallel() {
        ThreadLocal<Point> points = ThreadLocal.withInitial(Point::new);
        int[] norms = new int[3000];
        IntStream.range(0, norms.length).parallel().forEach(i -> norms[i] = norm(points.get(), i));
        return Arrays.toString(norms);
    }
}
