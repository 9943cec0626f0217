package parallel;

import executed.Started;
import executed.Versions;
import java.util.Arrays;

// follows calls: WaitBeforeSwap.java:7 future
// follows sites: 27 start before 29
/** The variables are swapped when no call reads them any more. */
public final class WaitBeforeSwap implements Versions {
    private int[][] now = new int[16][90];
    private int[][] next = new int[16][90];

    private void row(int r) {
        int[] above = now[(r + 15) % 16];
        int[] below = now[(r + 1) % 16];
        for (int k = 1; k < 89; k++) {
            next[r][k] = (above[k] + below[k] + now[r][k - 1] + now[r][k + 1]) % 1009 + r;
        }
    }

    private void fill() {
        for (int r = 0; r < 16; r++) {
            for (int k = 0; k < 90; k++) {
                now[r][k] = r * k % 17;
            }
        }
    }

    private void swap() {
        int[][] old = now;
        now = next;
        next = old;
    }

    @Override
    public String serial() {
        fill();
        for (int r = 0; r < 16; r++) {
            row(r);
        }
        swap();
        return Arrays.deepToString(now);
    }

    @Override
    public String parallel() throws Exception {
        Started started = new Started();
        fill();
        for (int r = 0; r < 16; r++) {
            int line = r;
            started.start(() -> row(line));
        }
        started.waitForAll();
        swap();
        return Arrays.deepToString(now);
    }
}
