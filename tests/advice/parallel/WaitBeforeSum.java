package parallel;

import executed.Started;
import executed.Versions;

// follows calls: WaitBeforeSum.java:6 with-changes
// follows sites: 17 start before 20
/** The sum is read when all calls of all rounds are done. */
public final class WaitBeforeSum implements Versions {
    private final long[] sums = new long[10];

    private void accumulate(int place, int round) {
        int hash = round;
        for (int k = 0; k < 300; k++) {
            hash = hash * hash % 10007 + k;
        }
        synchronized (this) {
            sums[place] += hash;
        }
    }

    private long total() {
        long total = 0;
        for (long sum : sums) {
            total = total * 31 + sum;
        }
        return total;
    }

    @Override
    public String serial() {
        for (int round = 0; round < 3; round++) {
            for (int place = 0; place < sums.length; place++) {
                accumulate(place, round);
            }
        }
        return "" + total();
    }

    @Override
    public String parallel() throws Exception {
        Started started = new Started();
        for (int round = 0; round < 3; round++) {
            for (int place = 0; place < sums.length; place++) {
                int at = place;
                int turn = round;
                started.start(() -> accumulate(at, turn));
            }
        }
        started.waitForAll();
        return "" + total();
    }
}
