/** Positions that inner loops move by the same in every iteration, steps that are computed, and fields that count. */
public class CountersMovedInside {
    static int position;
    int row;
    int width = 24;
    int step = 2;

    static double work(double x, int n) {
        for (int i = 0; i < n; i++) {
            x += x * 0.001 + i;
        }
        return x;
    }

    static void byRow(double[] out, int width, int height) {
        int at = 0;
        for (int y = 0; y < height; y++) { // advice: independent
            for (int x = 0; x < width; x++) {
                out[at++] = work(x * y, 20);
            }
        }
    }

    static void byPlane(double[] out, int n) {
        int at = 0;
        for (int z = 0; z < n; z++) { // advice: independent
            for (int y = n - 1; y >= 0; y--) {
                int x = 0;
                do {
                    out[at] = work(x * y + z, 20);
                    at += 1;
                    x += 2;
                } while (x < 2 * n);
            }
        }
    }

    static double ofParts(double[] in, double[] weights, int n) {
        double all = 0;
        int at = 0;
        for (int i = 0; i < n; i++) { // advice: reduction via all
            double sum = 0;
            for (double weight : weights) {
                sum += weight * work(in[at++], 10);
            }
            int rest = weights.length / 2;
            for (int k = 0; k < rest; k++) {
                at++;
            }
            all += sum;
        }
        return all;
    }

    static void byComputedStep(double[] out, int dual, String name) {
        for (int i = 0; i < out.length; i += 2 * dual) { // advice: independent
            out[i] = work(i, 30);
        }
        int k = 0;
        while (k < out.length) { // advice: independent
            out[k] = work(k, 30);
            k += name.length();
        }
    }

    void inField(double[] out) {
        for (row = 0; row < out.length; row++) { // advice: private-copies via row, remedy counted-in-local
            out[row] = work(row, 30);
        }
        for (int y = 0; y < 60; y++) { // advice: private-copies via position, remedy counted-in-local
            for (int x = 0; x < width; x++) {
                out[position++] += work(x, 10);
            }
        }
        for (int i = 0; i < out.length; i += step) { // advice: independent
            out[i] -= work(i, 10);
        }
    }

    static double rounded(double[] out, double step) {
        double x = 0;
        for (int i = 0; i < out.length; i++) { // advice: with-changes via x, remedy rounded-product
            out[i] = work(x, 20);
            x += step;
        }
        double sum = 0;
        double y = 1;
        for (int i = 0; i < out.length; i++) { // advice: reduction via y, remedy rounded-product
            y -= 0.1;
            sum += work(y, 20);
        }
        return sum + x;
    }

    public static void main(String[] args) {
        double[] out = new double[24 * 60];
        byRow(out, 24, 60);
        byPlane(out, 11);
        double sum = ofParts(out, new double[] {1, 2, 3, 4}, 200);
        byComputedStep(out, 2, "step");
        new CountersMovedInside().inField(out);
        System.out.println(out[7] + sum + rounded(out, 0.01));
    }
}
