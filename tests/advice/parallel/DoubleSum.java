package parallel;

import executed.Tasks;
import executed.Versions;

// follows: DoubleSum.java:5 reduction
/** One partial sum per task; they are added at the end, which rounds differently. */
public final class DoubleSum implements Versions {
    @Override
    public double tolerance() {
        return 1e-13;
    }

    @Override
    public String serial() {
        double total = 0;
        for (int i = 1; i <= 3000; i++) {
            total += 1.0 / i;
        }
        return "" + total;
    }

    @Override
    public String parallel() throws Exception {
        double total = 0;
        for (double part : Tasks.results(1, 3001, DoubleSum::sum)) {
            total += part;
        }
        return "" + total;
    }

    private static double sum(int from, int to) {
        double total = 0;
        for (int i = from; i < to; i++) {
            total += 1.0 / i;
        }
        return total;
    }
}
