/** Counters of type double and float whose sums may be rounded: the value is no product of the step and the number of the iteration. */
public class CountersThatRound {
    public static void main(String[] args) {
        int n = 2000;
        double[] out = new double[n];
        double tenth = 0;
        for (int i = 0; i < n; i++) { // advice: scan | serial | reduction | overlapping
            out[i] = tenth * i;
            tenth += 0.1;
        }
        double third = 1 / 3.0;
        for (int i = 0; i < n; i++) { // advice: scan | serial | overlapping
            out[i] += third * i;
            third += 0.5;
        }
        float half = 0;
        for (int i = 0; i < n; i++) { // advice: scan | serial | overlapping
            out[i] += half * i;
            half += 0.5f;
        }
        double given = args.length;
        for (int i = 0; i < n; i++) { // advice: scan | serial | overlapping
            out[i] += given * i;
            given += 0.5;
        }
        double small = 0x1p60;
        for (int i = 0; i < n; i++) { // advice: scan | serial | overlapping
            out[i] += small * i;
            small += 0.5;
        }
        double exact = 3;
        for (int i = 0; i < n; i++) { // advice: independent
            out[i] += exact * i;
            exact -= 0.5;
        }
        System.out.println(out[n - 1] + " " + tenth + " " + third + " " + half + " " + given + " " + small + " " + exact);
    }
}
