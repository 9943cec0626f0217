/** Calls compute the rows of the next state from the last one; the swap behind them overwrites the variables that they read. */
public class WaitBeforeSwap {
    static int[][] now = new int[16][90];
    static int[][] next = new int[16][90];

    static void row(int r) {
        int[] above = now[(r + 15) % 16]; // advice of calls: future | serial
        int[] below = now[(r + 1) % 16];
        for (int k = 1; k < 89; k++) {
            next[r][k] = (above[k] + below[k] + now[r][k - 1] + now[r][k + 1]) % 1009 + r;
        }
    }

    static void swap() {
        int[][] old = now;
        now = next;
        next = old;
    }

    public static void main(String[] args) {
        for (int r = 0; r < 16; r++) {
            for (int k = 0; k < 90; k++) {
                now[r][k] = r * k % 17;
            }
        }
        for (int r = 0; r < 16; r++) {
            row(r); // advice of sites: start before 29
        }
        swap();
        int sum = 0;
        for (int r = 0; r < 16; r++) {
            for (int k = 0; k < 90; k++) {
                sum = sum * 31 + now[r][k];
            }
        }
        System.out.println(sum);
    }
}
