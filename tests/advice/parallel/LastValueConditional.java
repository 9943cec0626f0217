package parallel;

import executed.Tasks;
import executed.Versions;

// follows: LastValueConditional.java:5 with-changes
/** The last value per task, and that of the last task that has one. */
public final class LastValueConditional implements Versions {
    @Override
    public String serial() {
        int last = -1;
        for (int i = 0; i < 3000; i++) {
            int value = i * 7919 % 1009;
            if (value > 900) {
                last = value;
            }
        }
        return "" + last;
    }

    @Override
    public String parallel() throws Exception {
        int last = -1;
        for (int part : Tasks.results(0, 3000, LastValueConditional::last)) {
            last = part == -1 ? last : part;
        }
        return "" + last;
    }

    private static int last(int from, int to) {
        int last = -1;
        for (int i = from; i < to; i++) {
            int value = i * 7919 % 1009;
            if (value > 900) {
                last = value;
            }
        }
        return last;
    }
}
