/** The tally is parallel, too: the sums of each cluster have a lock. */
public final class KMeans3 {
    private KMeans3() {
    }

    public static void main(String[] args) throws Exception {
        int threads = Work.threads(args);
        int[] points = Points.coordinates();
        int[] clusters = new int[Points.COUNT];
        long[] centres = Points.first(points);
        for (int round = 0; round < Points.ROUNDS; round++) {
            Tally[] tallies = Tally.some();
            Work.inThreads(threads, thread -> {
                int from = Work.from(thread, threads, Points.COUNT);
                int to = Work.from(thread + 1, threads, Points.COUNT);
                KMeansOfArrays.assign(points, clusters, centres, from, to);
                tally(points, clusters, tallies, from, to);
            });
            Tally.moveAll(tallies, centres);
        }
        Points.print(centres);
    }

    static void tally(int[] points, int[] clusters, Tally[] tallies, int from, int to) {
        for (int i = from; i < to; i++) {
            Tally tally = tallies[clusters[i]];
            synchronized (tally) {
                tally.add(points[2 * i], points[2 * i + 1]);
            }
        }
    }
}
