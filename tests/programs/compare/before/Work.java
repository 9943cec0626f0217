/** A loop whose iterations wait for each other: each takes the last one's result. */
public final class Work {
    static int work(int x) {
        int y = x;
        for (int k = 0; k < 12; k++) {
            y = y * 31 + k;
        }
        return y >>> 1;
    }

    static int run(int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = i * i;
        }
        int last = 1;
        int sum = 0;
        for (int i = 0; i < out.length; i++) { // the loop that changes
            last = work(out[i] + last);
            out[i] = last;
            sum += last & 7;
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(run(new int[300]));
    }
}
