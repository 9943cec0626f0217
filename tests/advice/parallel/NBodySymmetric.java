package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: NBodySymmetric.java:10 reduction
/** One array of forces per task, added at the end, which rounds differently. */
public final class NBodySymmetric implements Versions {
    private static final int N = 60;

    private static double[] positions() {
        double[] x = new double[N];
        for (int i = 0; i < N; i++) {
            x[i] = i * i % 17 + i * 0.125;
        }
        return x;
    }

    @Override
    public double tolerance() {
        return 1e-11;
    }

    @Override
    public String serial() {
        int n = N;
        double[] x = positions();
        double[] force = new double[n];
        for (int i = 0; i < n; i++) {
            addPairs(x, force, i);
        }
        return Arrays.toString(force);
    }

    @Override
    public String parallel() throws Exception {
        double[] x = positions();
        double[] force = new double[N];
        for (double[] part : Tasks.results(0, N, (from, to) -> forces(x, from, to))) {
            Arrays.setAll(force, i -> force[i] + part[i]);
        }
        return Arrays.toString(force);
    }

    private static double[] forces(double[] x, int from, int to) {
        double[] force = new double[N];
        for (int i = from; i < to; i++) {
            addPairs(x, force, i);
        }
        return force;
    }

    private static void addPairs(double[] x, double[] force, int i) {
        for (int j = i + 1; j < N; j++) {
            double d = x[j] - x[i];
            double f = d / (d * d + 1);
            force[i] += f;
            force[j] -= f;
        }
    }
}
