package parallel;

import executed.Started;
import executed.Versions;

// follows calls: WaitBeforeLoopThatReads.java:16 with-changes
// follows sites: 50 start before 53
/** The bodies move by what all calls have added: each adds up its own forces, which are put together when all are done. */
public final class WaitBeforeLoopThatReads implements Versions {
    private final Body[] bodies = new Body[160];

    private static final class Body {
        double x;
        double f;
        double v;

        Body(int k) {
            x = k;
        }

        double kick() {
            f = f * 0.5;
            v = v + f;
            return v * v;
        }

        void move() {
            x = x + v + f;
            f = 0;
        }
    }

    private void force(int me) {
        double s = 0;
        for (int j = me + 1; j < bodies.length; j++) {
            double d = bodies[me].x - bodies[j].x;
            if (d * d < 10) {
                s += d;
                bodies[j].f -= d;
            }
        }
        bodies[me].f = bodies[me].f + s;
    }

    /** What a body adds to the forces of all. */
    private double[] forces(int me) {
        double[] added = new double[bodies.length];
        for (int j = me + 1; j < bodies.length; j++) {
            double d = bodies[me].x - bodies[j].x;
            if (d * d < 10) {
                added[me] += d;
                added[j] -= d;
            }
        }
        return added;
    }

    private synchronized void add(double[] forces) {
        for (int k = 0; k < bodies.length; k++) {
            bodies[k].f += forces[k];
        }
    }

    private void place() {
        for (int k = 0; k < bodies.length; k++) {
            bodies[k] = new Body(k * 3 % 97);
        }
    }

    private double kick() {
        double energy = 0;
        for (Body body : bodies) {
            energy += body.kick();
        }
        return energy;
    }

    @Override
    public double tolerance() {
        return 1e-9;
    }

    @Override
    public String serial() {
        place();
        double energy = 0;
        for (int step = 0; step < 3; step++) {
            for (Body body : bodies) {
                body.move();
            }
            for (int k = 0; k < bodies.length; k++) {
                force(k);
            }
            energy = kick();
        }
        return "" + energy;
    }

    @Override
    public String parallel() throws Exception {
        Started started = new Started();
        place();
        double energy = 0;
        for (int step = 0; step < 3; step++) {
            for (Body body : bodies) {
                body.move();
            }
            for (int k = 0; k < bodies.length; k++) {
                int me = k;
                started.start(() -> add(forces(me)));
            }
            started.waitForAll();
            energy = kick();
        }
        return "" + energy;
    }
}
