package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: ThrownOut.java:5 search
/** Tasks run speculatively into arrays of their own; the exception of the first task that has one counts. */
public final class ThrownOut implements Versions {
    static int[] values(int n) {
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            values[i] = value(i);
        }
        return values;
    }

    private static int value(int i) {
        int value = (int) (i * 7919L % 10007);
        if (value == 4242) {
            throw new IllegalStateException("at " + i);
        }
        return value;
    }

    @Override
    public String serial() {
        try {
            return Arrays.toString(values(100_000));
        } catch (IllegalStateException e) {
            return e.getMessage();
        }
    }

    @Override
    public String parallel() throws Exception {
        for (Object part : Tasks.results(0, 100_000, ThrownOut::valuesOrException)) {
            if (part instanceof IllegalStateException) {
                return ((IllegalStateException) part).getMessage();
            }
        }
        return "no exception";
    }

    private static Object valuesOrException(int from, int to) {
        int[] values = new int[to - from];
        try {
            for (int i = from; i < to; i++) {
                values[i - from] = value(i);
            }
            return values;
        } catch (IllegalStateException e) {
            return e;
        }
    }
}
