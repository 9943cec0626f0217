/** The sums of each thread lie in an array. */
public final class KMeans5 {
    private KMeans5() {
    }

    public static void main(String[] args) throws Exception {
        int threads = Work.threads(args);
        int[] points = Points.coordinates();
        int[] clusters = new int[Points.COUNT];
        long[] centres = Points.first(points);
        for (int round = 0; round < Points.ROUNDS; round++) {
            Tally[][] parts = new Tally[threads][];
            Work.inThreads(threads, thread -> {
                int from = Work.from(thread, threads, Points.COUNT);
                int to = Work.from(thread + 1, threads, Points.COUNT);
                KMeansOfArrays.assign(points, clusters, centres, from, to);
                parts[thread] = Tally.some();
                KMeansOfArrays.tally(points, clusters, parts[thread], from, to);
            });
            KMeans4.merge(parts, centres);
        }
        Points.print(centres);
    }
}
