/** Counters of type double and float whose sums may be rounded: a product of the step and the number of the iteration is about as much. */
public class CountersThatRound {
    public static void main(String[] args) {
        int n = 2000;
        double[] out = new double[n];
        double tenth = 0;
        for (int i = 0; i < n; i++) { // advice: with-changes via tenth, remedy rounded-product
            out[i] = tenth * i;
            tenth += 0.1;
        }
        double third = 1 / 3.0;
        for (int i = 0; i < n; i++) { // advice: with-changes via third, remedy rounded-product
            out[i] += third * i;
            third += 0.5;
        }
        float half = 0;
        for (int i = 0; i < n; i++) { // advice: with-changes via half, remedy rounded-product
            out[i] += half * i;
            half += 0.5f;
        }
        double given = args.length;
        for (int i = 0; i < n; i++) { // advice: with-changes via given, remedy rounded-product
            out[i] += given * i;
            given += 0.5;
        }
        double small = 0x1p60;
        for (int i = 0; i < n; i++) { // advice: with-changes via small, remedy rounded-product
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
