package wrong;

import executed.Tasks;
import executed.Versions;

// follows: SubtractedFrom.java:5 reduction
/** Partial results are added, but the sign of each depends on how many values follow. */
public final class SubtractedFrom implements Versions {
    @Override
    public String serial() {
        int swing = 0;
        for (int i = 0; i < 3000; i++) {
            swing = i * 7 % 31 - swing;
        }
        return "" + swing;
    }

    @Override
    public String parallel() throws Exception {
        int swing = 0;
        for (int part : Tasks.results(0, 3000, SubtractedFrom::swing)) {
            swing += part;
        }
        return "" + swing;
    }

    private static int swing(int from, int to) {
        int swing = 0;
        for (int i = from; i < to; i++) {
            swing = i * 7 % 31 - swing;
        }
        return swing;
    }
}
