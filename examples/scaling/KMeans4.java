import java.util.HashMap;
import java.util.Map;

/** Each thread has sums of its own, in a map by cluster: no locks, but more instructions. */
public final class KMeans4 {
    private KMeans4() {
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
                parts[thread] = tally(points, clusters, from, to);
            });
            merge(parts, centres);
        }
        Points.print(centres);
    }

    static Tally[] tally(int[] points, int[] clusters, int from, int to) {
        Map<Integer, Tally> tallies = new HashMap<>();
        for (int i = from; i < to; i++) {
            tallies.computeIfAbsent(clusters[i], cluster -> new Tally()).add(points[2 * i], points[2 * i + 1]);
        }
        Tally[] all = Tally.some();
        tallies.forEach((cluster, tally) -> all[cluster] = tally);
        return all;
    }

    /** Adds the sums of all threads. */
    static void merge(Tally[][] parts, long[] centres) {
        Tally[] tallies = Tally.some();
        for (Tally[] part : parts) {
            for (int cluster = 0; cluster < part.length; cluster++) {
                tallies[cluster].add(part[cluster]);
            }
        }
        Tally.moveAll(tallies, centres);
    }
}
