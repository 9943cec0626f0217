/** The same program, but no iteration needs another one's result. */
public final class Work {
    static int work(int x) {
        int y = x;
        for (int k = 0; k < 12; k++) {
            y = y * 31 + k;
        }
        return y >>> 1;
    }

    static int run(int[] out) {
        // Offsets and lines of the loops below are not those of the version before.
        int offset = out.length / 2;
        for (int i = 0; i < out.length; i++) {
            out[i] = i * i;
        }
        int sum = 0;
        for (int i = 0; i < out.length; i++) { // the loop that changes
            int own = work(out[i] + offset);
            out[i] = own;
            sum += own & 7;
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(run(new int[300]));
    }
}
