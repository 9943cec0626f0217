/** Elements that are computed from the one before, beside work that is not; and such whose array somebody uses otherwise. */
public class PrefixOfElements {
    static int work(int v) {
        for (int k = 0; k < 60; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v & 1023;
    }

    static long lookBack(long[] sums, int i) {
        return sums[i / 2] + work(i);
    }

    public static void main(String[] args) {
        int n = 400;
        long[] sums = new long[n + 1];
        for (int i = 0; i < n; i++) { // advice: overlapping via long
            sums[i + 1] = sums[i] + work(i);
        }
        long[] hashes = new long[n];
        for (int i = 1; i < n; i++) { // advice: overlapping
            hashes[i] = hashes[i - 1] * 31 + work(i);
        }
        double[] smooth = new double[n];
        for (int i = n - 2; i >= 0; i--) { // advice: overlapping
            smooth[i] = smooth[i + 1] * 0.9 + work(i) * 0.1;
        }
        long[] levels = new long[n + 1];
        long[] shown = new long[n];
        double all = 0;
        for (int i = 0; i < n; i++) { // advice: overlapping
            levels[1 + i] = levels[i] + work(i);
            all += Math.sqrt(levels[i + 1]);
        }
        long[] values = hashes.clone();
        long[] running = new long[n];
        for (int i = 1; i < n; i++) { // advice: overlapping
            running[i] = running[i - 1] + work((int) values[i - 1]);
        }
        System.out.println(running[n - 1] + " " + sums[n] + " " + hashes[n - 1] + " " + smooth[0] + " " + all);

        long[] ahead = new long[n + 8];
        ahead[7] = 3;
        for (int i = 0; i < n; i++) { // advice: serial
            ahead[i + 1] = ahead[i] + work((int) ahead[i + 5] + i);
        }
        long[] back = new long[n + 1];
        for (int i = 0; i < n; i++) { // advice: serial
            back[i + 1] = back[i] + lookBack(back, i);
        }
        long[] fed = new long[n + 1];
        for (int i = 0; i < n; i++) { // advice: serial
            fed[i + 1] = fed[i] + work((int) fed[i]);
        }
        long[] other = sums;
        for (int i = 0; i < n - 3; i++) { // advice: serial
            sums[i + 1] = sums[i] + work(i);
            other[i + 3] = i;
        }
        long[] some = new long[n + 1];
        for (int i = 0; i < n; i++) { // advice: overlapping | serial
            if (work(i) > 300) {
                some[i + 1] = some[i] + work(i + 1);
            }
        }
        long[] rows = new long[n + 1];
        for (int i = 0; i < n; i++) { // advice: serial
            rows[i + 1] = rows[i] + work(i);
            rows = i == 200 ? shown.clone() : rows;
            if (rows.length <= n) {
                rows = new long[n + 1];
            }
        }
        long[] filled = new long[n + 1];
        for (int i = 0; i < n; i++) { // advice: serial
            filled[i + 1] = filled[i] + work(i);
            java.util.Arrays.fill(filled, i + 1, i + 2, work(i) + filled[i + 1]);
        }
        long old = 0;
        for (int i = 1; i < n; i++) { // advice: overlapping | serial
            old += values[i] * work(i);
            values[i] = values[i - 1] + work(i);
        }
        long[] named = running;
        for (int i = 1; i < n; i++) { // advice: overlapping | serial
            old += named[i] * work(i);
            running[i] = running[i - 1] + work(i);
        }
        long[] ended = new long[n];
        for (int i = 1; i < n; i++) { // advice: search | serial
            ended[i] = ended[i - 1] + work(i);
            if (ended[i] > 150_000) {
                break;
            }
        }
        System.out.println(old + " " + ended[n / 2] + " " + ahead[n] + " " + back[n] + " " + fed[n] + " " + sums[n - 5] + " " + some[n] + " " + rows[n] + " " + filled[n]);
    }
}
