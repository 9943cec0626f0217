package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.BitSet;

// follows: BitsSet.java:17 reduction
/** Each task sets bits of its own, which are united. */
public final class BitsSet implements Versions {
    @Override
    public String serial() {
        int n = 300;
        BitSet seen = new BitSet();
        for (int i = 0; i < n; i++) {
            seen.set(work(i) & 1023);
        }
        return seen.toString();
    }

    @Override
    public String parallel() throws Exception {
        BitSet seen = new BitSet();
        Tasks.results(0, 300, BitsSet::part).forEach(seen::or);
        return seen.toString();
    }

    private static BitSet part(int from, int to) {
        BitSet seen = new BitSet();
        for (int i = from; i < to; i++) {
            seen.set(work(i) & 1023);
        }
        return seen;
    }

    private static int work(int start) {
        int x = start;
        for (int k = 0; k < 40; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }
}
