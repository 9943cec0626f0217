package wrong;

import executed.Tasks;
import executed.Versions;

// follows: LastValueConditional.java:5 independent
/** The task that runs last wins, and not the last iteration. */
public final class LastValueConditional implements Versions {
    private volatile int kept = -1;

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
        Tasks.chunks(0, 3000, (from, to) -> {
            for (int i = from; i < to; i++) {
                int value = i * 7919 % 1009;
                if (value > 900) {
                    kept = value;
                }
            }
        });
        return "" + kept;
    }
}
