package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: RunningMaximum.java:7 reduction
/** One maximum per task: the values on the way are those of the task alone. */
public final class RunningMaximum implements Versions {
    @Override
    public String serial() {
        int n = 3000;
        int[] highest = new int[n];
        int top = -1;
        for (int i = 0; i < n; i++) {
            top = Math.max(top, i * 7919 % 10007);
            highest[i] = top;
        }
        return Arrays.toString(highest);
    }

    @Override
    public String parallel() throws Exception {
        int[] highest = new int[3000];
        Tasks.chunks(0, 3000, (from, to) -> {
            int top = -1;
            for (int i = from; i < to; i++) {
                top = Math.max(top, i * 7919 % 10007);
                highest[i] = top;
            }
        });
        return Arrays.toString(highest);
    }
}
