import java.util.ArrayList;
import java.util.List;

/** K-means on lists of points, sequential: where the dissertation begins. */
public final class KMeansOfLists {
    /** A point. */
    static final class Point {
        final int x;
        final int y;
        int cluster;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    private KMeansOfLists() {
    }

    public static void main(String[] args) {
        int[] coordinates = Points.coordinates();
        List<Point> points = list(coordinates);
        long[] centres = Points.first(coordinates);
        for (int round = 0; round < Points.ROUNDS; round++) {
            assign(points, centres, 0, Points.COUNT);
            tally(points, centres);
        }
        Points.print(centres);
    }

    static List<Point> list(int[] coordinates) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < Points.COUNT; i++) {
            points.add(new Point(coordinates[2 * i], coordinates[2 * i + 1]));
        }
        return points;
    }

    static void assign(List<Point> points, long[] centres, int from, int to) {
        for (int i = from; i < to; i++) {
            Point point = points.get(i);
            point.cluster = Points.nearest(point.x, point.y, centres);
        }
    }

    /** Each cluster has a list of its points. */
    static void tally(List<Point> points, long[] centres) {
        List<List<Point>> clusters = new ArrayList<>();
        for (int cluster = 0; cluster < Points.CLUSTERS; cluster++) {
            clusters.add(new ArrayList<>());
        }
        for (int i = 0; i < points.size(); i++) {
            clusters.get(points.get(i).cluster).add(points.get(i));
        }
        for (int cluster = 0; cluster < Points.CLUSTERS; cluster++) {
            Tally tally = new Tally();
            for (Point point : clusters.get(cluster)) {
                tally.add(point.x, point.y);
            }
            tally.move(centres, cluster);
        }
    }
}
