import java.util.SplittableRandom;

/** The input of all versions of K-means: points in a plane with whole coordinates, so that sums are exact in any order. */
final class Points {
    static final int COUNT = 400_000;
    static final int CLUSTERS = 10;
    static final int ROUNDS = 200;

    private Points() {
    }

    /** Coordinates: x and y of each point in turn. */
    static int[] coordinates() {
        SplittableRandom random = new SplittableRandom(1);
        int[] all = new int[2 * COUNT];
        for (int i = 0; i < all.length; i++) {
            all[i] = random.nextInt(10_000);
        }
        return all;
    }

    static long square(long x, long y) {
        return x * x + y * y;
    }

    /** What all versions print. */
    static void print(long[] centres) {
        long sum = 0;
        for (long centre : centres) {
            sum = sum * 31 + centre;
        }
        System.out.println(sum);
    }

    /** The number of the nearest centre. */
    static int nearest(long x, long y, long[] centres) {
        int nearest = 0;
        long least = Long.MAX_VALUE;
        for (int cluster = 0; cluster < CLUSTERS; cluster++) {
            long distance = square(x - centres[2 * cluster], y - centres[2 * cluster + 1]);
            if (distance < least) {
                least = distance;
                nearest = cluster;
            }
        }
        return nearest;
    }

    /** The first points are the first centres. */
    static long[] first(int[] coordinates) {
        long[] centres = new long[2 * CLUSTERS];
        for (int i = 0; i < centres.length; i++) {
            centres[i] = coordinates[i];
        }
        return centres;
    }
}
