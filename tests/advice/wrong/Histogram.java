package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: Histogram.java:5 independent
/** Tasks that meet in an element read it before one of them writes it. */
public final class Histogram implements Versions {
    @Override
    public String serial() {
        int[] counts = new int[16];
        for (int i = 0; i < 4000; i++) {
            int key = i * 7919 % 1009 & 15;
            counts[key]++;
        }
        return Arrays.toString(counts);
    }

    @Override
    public String parallel() throws Exception {
        int[] counts = new int[16];
        Tasks.together((task, tasks) -> {
            int share = 4000 / tasks;
            for (int i = task * share; i < (task + 1) * share; i++) {
                int key = i * 7919 % 1009 & 15;
                int read = counts[key];
                Tasks.meet();
                counts[key] = read + 1;
                Tasks.meet();
            }
            return null;
        });
        return Arrays.toString(counts);
    }
}
