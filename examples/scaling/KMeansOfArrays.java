/** K-means on arrays, sequential: what versions 2 to 5 are compared with. */
public final class KMeansOfArrays {
    private KMeansOfArrays() {
    }

    public static void main(String[] args) {
        int[] points = Points.coordinates();
        int[] clusters = new int[Points.COUNT];
        long[] centres = Points.first(points);
        for (int round = 0; round < Points.ROUNDS; round++) {
            assign(points, clusters, centres, 0, Points.COUNT);
            tally(points, clusters, centres);
        }
        Points.print(centres);
    }

    static void assign(int[] points, int[] clusters, long[] centres, int from, int to) {
        for (int i = from; i < to; i++) {
            clusters[i] = Points.nearest(points[2 * i], points[2 * i + 1], centres);
        }
    }

    static void tally(int[] points, int[] clusters, long[] centres) {
        Tally[] tallies = Tally.some();
        tally(points, clusters, tallies, 0, Points.COUNT);
        Tally.moveAll(tallies, centres);
    }

    static void tally(int[] points, int[] clusters, Tally[] tallies, int from, int to) {
        for (int i = from; i < to; i++) {
            tallies[clusters[i]].add(points[2 * i], points[2 * i + 1]);
        }
    }
}
