/** Fourier coefficients of (x + 1) to the power of x, each an integral by trapezoids. */
final class Series implements Kernel {
    private static final int COEFFICIENTS = 64;
    private static final int STEPS = 500;

    @Override
    public long serial() {
        double[] sines = new double[COEFFICIENTS];
        double[] cosines = new double[COEFFICIENTS];
        for (int n = 0; n < COEFFICIENTS; n++) { // in parallel
            coefficient(n, sines, cosines);
        }
        return checksum(sines, cosines);
    }

    @Override
    public long parallel(Workers workers) {
        double[] sines = new double[COEFFICIENTS];
        double[] cosines = new double[COEFFICIENTS];
        workers.loop(0, COEFFICIENTS, (worker, from, to) -> {
            for (int n = from; n < to; n++) {
                coefficient(n, sines, cosines);
            }
        });
        return checksum(sines, cosines);
    }

    private static void coefficient(int n, double[] sines, double[] cosines) {
        double width = 2.0 / STEPS;
        double sine = 0;
        double cosine = 0;
        for (int k = 0; k < STEPS; k++) {
            double x = (k + 0.5) * width;
            double value = Math.pow(x + 1, x) * width;
            sine += value * Math.sin(Math.PI * n * x);
            cosine += value * Math.cos(Math.PI * n * x);
        }
        sines[n] = sine;
        cosines[n] = cosine;
    }

    private static long checksum(double[] sines, double[] cosines) {
        double sum = 0;
        for (int n = 0; n < COEFFICIENTS; n++) {
            sum += sines[n] + cosines[n];
        }
        return Double.doubleToLongBits(sum);
    }
}
