/** Sums of the points of one cluster. */
final class Tally {
    private long x;
    private long y;
    private int count;

    void add(long pointX, long pointY) {
        x += pointX;
        y += pointY;
        count++;
    }

    void add(Tally other) {
        x += other.x;
        y += other.y;
        count += other.count;
    }

    /** Moves a centre to where the points are; one without points stays. */
    void move(long[] centres, int cluster) {
        if (count > 0) {
            centres[2 * cluster] = x / count;
            centres[2 * cluster + 1] = y / count;
        }
    }

    static Tally[] some() {
        Tally[] all = new Tally[Points.CLUSTERS];
        for (int cluster = 0; cluster < all.length; cluster++) {
            all[cluster] = new Tally();
        }
        return all;
    }

    static void moveAll(Tally[] tallies, long[] centres) {
        for (int cluster = 0; cluster < tallies.length; cluster++) {
            tallies[cluster].move(centres, cluster);
        }
    }
}
