package wrong;

import executed.Tasks;
import executed.Versions;

// follows calls: CallsChainedByStatic.java:6 future
/** Calls that run at once all start from the same value. */
public final class CallsChainedByStatic implements Versions {
    /** A multiple of the number of threads, as these meet in each round. */
    private static final int CALLS = 32;

    private int acc = 1;

    private int worked(int value) {
        int hash = acc;
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + value;
        }
        return hash;
    }

    @Override
    public String serial() {
        for (int i = 0; i < CALLS; i++) {
            acc = worked(i);
        }
        return "" + acc;
    }

    @Override
    public String parallel() throws Exception {
        Tasks.together((task, tasks) -> {
            for (int i = task; i < CALLS; i += tasks) {
                int hash = worked(i);
                Tasks.meet();
                acc = hash;
                Tasks.meet();
            }
            return null;
        });
        return "" + acc;
    }
}
