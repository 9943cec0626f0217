/** Bodies that attract each other: all forces on a body are summed by its own iteration. */
final class Bodies implements Kernel {
    private static final int BODIES = 200;
    private static final int STEPS = 10;

    @Override
    public long serial() {
        double[] x = positions();
        double[] speed = new double[BODIES];
        for (int step = 0; step < STEPS; step++) {
            for (int i = 0; i < BODIES; i++) { // in parallel
                speed[i] += force(x, i) * 0.01;
            }
            move(x, speed);
        }
        return Double.doubleToLongBits(x[17]);
    }

    @Override
    public long parallel(Workers workers) {
        double[] x = positions();
        double[] speed = new double[BODIES];
        for (int step = 0; step < STEPS; step++) {
            workers.loop(0, BODIES, (worker, from, to) -> {
                for (int i = from; i < to; i++) {
                    speed[i] += force(x, i) * 0.01;
                }
            });
            move(x, speed);
        }
        return Double.doubleToLongBits(x[17]);
    }

    private static double force(double[] x, int i) {
        double force = 0;
        for (int j = 0; j < BODIES; j++) {
            double d = x[j] - x[i];
            double square = d * d + 0.01;
            force += d / (square * Math.sqrt(square));
        }
        return force;
    }

    private static void move(double[] x, double[] speed) {
        for (int i = 0; i < BODIES; i++) {
            x[i] += speed[i] * 0.01;
        }
    }

    private static double[] positions() {
        double[] x = new double[BODIES];
        for (int i = 0; i < BODIES; i++) {
            x[i] = i * i % 97 + i * 0.125;
        }
        return x;
    }
}
