import java.util.List;

/** K-means on lists, points assigned in parallel: the tally is sequential. */
public final class KMeans1 {
    private KMeans1() {
    }

    public static void main(String[] args) throws Exception {
        int threads = Work.threads(args);
        int[] coordinates = Points.coordinates();
        List<KMeansOfLists.Point> points = KMeansOfLists.list(coordinates);
        long[] centres = Points.first(coordinates);
        for (int round = 0; round < Points.ROUNDS; round++) {
            Work.inThreads(threads, thread -> KMeansOfLists.assign(points, centres,
                Work.from(thread, threads, Points.COUNT), Work.from(thread + 1, threads, Points.COUNT)));
            KMeansOfLists.tally(points, centres);
        }
        Points.print(centres);
    }
}
