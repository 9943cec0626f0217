/** Calls add forces to their own body and to later ones; the loop behind them moves the bodies by what all calls have added. */
public class WaitBeforeLoopThatReads {
    static Body[] bodies;
    static int i;

    static class Body {
        double x;
        double f;
        double v;

        Body(int k) {
            x = k;
        }

        void force(int me) {
            double s = 0; // advice of calls: with-changes
            for (int j = me + 1; j < bodies.length; j++) {
                double d = x - bodies[j].x;
                if (d * d < 10) {
                    s += d;
                    bodies[j].f -= d;
                }
            }
            f = f + s;
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

    public static void main(String[] args) {
        bodies = new Body[160];
        for (int k = 0; k < bodies.length; k++) {
            bodies[k] = new Body(k * 3 % 97);
        }
        double energy = 0;
        for (int step = 0; step < 3; step++) {
            for (i = 0; i < bodies.length; i++) {
                bodies[i].move();
            }
            for (i = 0; i < bodies.length; i++) {
                bodies[i].force(i); // advice of sites: start before 53
            }
            energy = 0;
            for (i = 0; i < bodies.length; i++) {
                energy = energy + bodies[i].kick();
            }
        }
        System.out.println(energy);
    }
}
