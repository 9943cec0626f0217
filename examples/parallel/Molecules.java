/** Forces between the particles of a gas: each pair is computed once and added to both, so tasks have forces of their own. */
final class Molecules implements Kernel {
    private static final int PARTICLES = 600;
    private static final int STEPS = 4;

    @Override
    public long serial() {
        double[] at = positions();
        double[] speed = new double[3 * PARTICLES];
        double[] force = new double[3 * PARTICLES];
        for (int step = 0; step < STEPS; step++) {
            for (int i = 0; i < PARTICLES; i++) { // in parallel
                addForces(at, force, i);
            }
            move(at, speed, force);
        }
        return checksum(at);
    }

    @Override
    public long parallel(Workers workers) {
        double[] at = positions();
        double[] speed = new double[3 * PARTICLES];
        double[][] force = new double[2][3 * PARTICLES];
        for (int step = 0; step < STEPS; step++) {
            workers.loop(0, PARTICLES, (worker, from, to) -> {
                for (int i = from; i < to; i++) {
                    addForces(at, force[worker], i);
                }
            });
            combine(force[0], force[1]);
            move(at, speed, force[0]);
        }
        return checksum(at);
    }

    private static void addForces(double[] at, double[] force, int i) {
        for (int j = i + 1; j < PARTICLES; j++) {
            double x = at[3 * i] - at[3 * j];
            double y = at[3 * i + 1] - at[3 * j + 1];
            double z = at[3 * i + 2] - at[3 * j + 2];
            double distance = x * x + y * y + z * z;
            if (distance < 9) {
                double inverse = 1 / (distance + 0.5);
                double strength = inverse * inverse * inverse * (inverse - 0.5);
                add(force, i, x * strength, y * strength, z * strength);
                add(force, j, -x * strength, -y * strength, -z * strength);
            }
        }
    }

    private static void add(double[] force, int i, double x, double y, double z) {
        force[3 * i] += x;
        force[3 * i + 1] += y;
        force[3 * i + 2] += z;
    }

    private static void combine(double[] force, double[] other) {
        for (int k = 0; k < force.length; k++) {
            force[k] += other[k];
            other[k] = 0;
        }
    }

    private static void move(double[] at, double[] speed, double[] force) {
        for (int k = 0; k < at.length; k++) {
            speed[k] += force[k] * 0.01;
            at[k] += speed[k] * 0.01;
            force[k] = 0;
        }
    }

    private static double[] positions() {
        double[] at = new double[3 * PARTICLES];
        for (int i = 0; i < PARTICLES; i++) {
            at[3 * i] = i % 7;
            at[3 * i + 1] = i / 7 % 7;
            at[3 * i + 2] = i / 49;
        }
        return at;
    }

    /** Sums round differently if they are formed in parts. */
    private static long checksum(double[] at) {
        double sum = 0;
        for (double place : at) {
            sum += place;
        }
        return Math.round(sum * 1e6);
    }
}
