/** The same on arrays. */
public final class KMeans2 {
    private KMeans2() {
    }

    public static void main(String[] args) throws Exception {
        int threads = Work.threads(args);
        int[] points = Points.coordinates();
        int[] clusters = new int[Points.COUNT];
        long[] centres = Points.first(points);
        for (int round = 0; round < Points.ROUNDS; round++) {
            Work.inThreads(threads, thread -> KMeansOfArrays.assign(points, clusters, centres,
                Work.from(thread, threads, Points.COUNT), Work.from(thread + 1, threads, Points.COUNT)));
            KMeansOfArrays.tally(points, clusters, centres);
        }
        Points.print(centres);
    }
}
