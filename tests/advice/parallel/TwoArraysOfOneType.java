package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: TwoArraysOfOneType.java:14 reduction
/** Each task has scratch and sums of its own; the sums are added up. */
public final class TwoArraysOfOneType implements Versions {
    @Override
    public String serial() {
        int n = 150;
        double[] scratch = new double[10];
        double[] sums = new double[10];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 10; k++) {
                scratch[k] = mix(i + k, 4) & 15;
            }
            for (int k = 0; k < 10; k++) {
                sums[k] += scratch[(k + 1) % 10] * 0.5;
            }
        }
        return Arrays.toString(sums);
    }

    @Override
    public String parallel() throws Exception {
        double[] sums = new double[10];
        for (double[] part : Tasks.results(0, 150, TwoArraysOfOneType::part)) {
            Arrays.setAll(sums, k -> sums[k] + part[k]);
        }
        return Arrays.toString(sums);
    }

    private static double[] part(int from, int to) {
        double[] scratch = new double[10];
        double[] sums = new double[10];
        for (int i = from; i < to; i++) {
            for (int k = 0; k < 10; k++) {
                scratch[k] = mix(i + k, 4) & 15;
            }
            for (int k = 0; k < 10; k++) {
                sums[k] += scratch[(k + 1) % 10] * 0.5;
            }
        }
        return sums;
    }

    private static int mix(int value, int rounds) {
        for (int k = 0; k < rounds; k++) {
            value = value * value % 10007 + k;
        }
        return value;
    }
}
