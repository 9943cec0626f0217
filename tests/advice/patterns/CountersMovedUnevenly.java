/** The same with a step or a number of steps that an iteration decides, or a field that other code uses, too. */
public class CountersMovedUnevenly {
    static int position;
    static int last;
    int row;
    int width = 3;

    static double work(double x, int n) {
        for (int i = 0; i < n; i++) {
            x += x * 0.001 + i;
        }
        return x;
    }

    static void byCounts(double[] out, int[] counts) {
        int at = 0;
        for (int y = 0; y < counts.length; y++) { // advice: serial | scan | overlapping via at
            for (int x = 0; x < counts[y]; x++) {
                out[at++] = work(x * y, 20);
            }
        }
    }

    static void tillFound(double[] out, int[] counts) {
        int at = 0;
        for (int y = 0; y < counts.length; y++) { // advice: serial | scan | overlapping via at
            for (int x = 0; x < 4; x++) {
                out[at++] = work(x * y, 20);
                if (x == counts[y]) {
                    break;
                }
            }
        }
    }

    static void tillFoundAround(double[] out, int[] counts) {
        int at = 0;
        next:
        for (int y = 0; y < counts.length; y++) { // advice: serial | scan | overlapping via at
            for (int x = 0; x < 4; x++) {
                if (x > counts[y]) {
                    continue next;
                }
                out[at++] = work(x * y, 20);
            }
        }
    }

    static void tillThrown(double[] out, int[] counts, int[] some) {
        int at = 0;
        for (int y = 0; y < counts.length; y++) { // advice: serial | scan | overlapping | not-known | search via at
            try {
                for (int x = 0; x < 4; x++) {
                    out[at++] = work(x * y, 20) + some[x * counts[y]];
                }
            } catch (ArrayIndexOutOfBoundsException e) {
                last = y;
            }
        }
    }

    static void notAnew(double[] out, int n) {
        int at = 0;
        int x = 0;
        for (int y = 0; y < n; y++) { // advice: serial | scan | overlapping via at
            for (; x < y % 3; x++) {
                out[at++] = work(x * y, 20);
            }
            out[y] = work(y, 20);
            x = y % 2;
        }
    }

    static void stepChanges(double[] out, int step) {
        int at = 0;
        for (int y = 0; y < 700; y++) { // advice: serial | scan | overlapping via at
            out[at] = work(y, 20);
            at += step;
            step = 3 - step;
        }
    }

    int grows(int y) {
        width = 1 + y % 2;
        return y;
    }

    void boundChanges(double[] out) {
        int at = 0;
        for (int y = 0; y < 500; y++) { // advice: serial | scan | overlapping | not-known | private-copies via at
            for (int x = 0; x < width; x++) {
                out[at++] = work(grows(x * y), 20);
            }
        }
    }

    double ofRow() {
        return work(row, 20);
    }

    void readElsewhere(double[] out) {
        for (row = 0; row < out.length; row++) { // advice: serial | scan | overlapping | search via row
            out[row] = ofRow();
        }
    }

    void skip(int y) {
        if (y % 3 == 0) {
            row++;
        }
    }

    void writtenElsewhere(double[] out) {
        for (row = 0; row < out.length; row++) { // advice: serial | overlapping | search via row
            out[row] = work(row, 20);
            skip(row);
        }
    }

    static void ofOthers(double[] out, CountersMovedUnevenly[] all) {
        for (int y = 0; y < 900; y++) { // advice: serial | scan | overlapping | reduction via row
            CountersMovedUnevenly one = all[y % 7 % 2];
            out[one.row++] = work(y, 20);
        }
    }

    static double till(double step) {
        double sum = 0;
        for (double x = 0; x < 30; x += step) { // advice: serial | search | overlapping via x
            sum += work(x, 20);
        }
        return sum;
    }

    public static void main(String[] args) {
        double[] out = new double[2400];
        int[] counts = new int[500];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = i * 7 % 5 % 4;
        }
        byCounts(out, counts);
        tillFound(out, counts);
        tillFoundAround(out, counts);
        tillThrown(out, counts, new int[6]);
        notAnew(out, 600);
        stepChanges(out, 1);
        CountersMovedUnevenly one = new CountersMovedUnevenly();
        CountersMovedUnevenly other = new CountersMovedUnevenly();
        one.boundChanges(out);
        one.readElsewhere(out);
        one.writtenElsewhere(out);
        one.row = 0;
        ofOthers(out, new CountersMovedUnevenly[] {one, other});
        System.out.println(out[7] + till(0.05));
    }
}
