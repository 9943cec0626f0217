package wrong;

import executed.Tasks;
import executed.Versions;

// follows: SumReduction.java:9 independent
/** Four tasks read the same sum before one of them writes it: three additions are lost. */
public final class SumReduction implements Versions {
    private long sum;

    private static int[] input() {
        int[] values = new int[2000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * 7 % 31;
        }
        return values;
    }

    @Override
    public String serial() {
        int[] values = input();
        for (int i = 0; i < values.length; i++) {
            sum += values[i];
        }
        return "" + sum;
    }

    @Override
    public String parallel() throws Exception {
        int[] values = input();
        Tasks.together((task, tasks) -> {
            for (int i = task; i < values.length; i += tasks) {
                long read = sum;
                Tasks.meet();
                sum = read + values[i];
                Tasks.meet();
            }
            return null;
        });
        return "" + sum;
    }
}
