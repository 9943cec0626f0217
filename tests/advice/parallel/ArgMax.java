package parallel;

import executed.Tasks;
import executed.Versions;

// follows: ArgMax.java:6 reduction
/** Value and index together per task; of equal values the first one wins. */
public final class ArgMax implements Versions {
    static final class Best {
        int value = -1;
        int at = -1;

        void take(int other, int index) {
            if (other > value) {
                value = other;
                at = index;
            }
        }
    }

    @Override
    public String serial() {
        int best = -1;
        int at = -1;
        for (int i = 0; i < 3000; i++) {
            int value = i * 7919 % 1009;
            if (value > best) {
                best = value;
                at = i;
            }
        }
        return best + " at " + at;
    }

    @Override
    public String parallel() throws Exception {
        Best best = new Best();
        for (Best part : Tasks.results(0, 3000, ArgMax::best)) {
            best.take(part.value, part.at);
        }
        return best.value + " at " + best.at;
    }

    private static Best best(int from, int to) {
        Best best = new Best();
        for (int i = from; i < to; i++) {
            best.take(i * 7919 % 1009, i);
        }
        return best;
    }
}
