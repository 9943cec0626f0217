package parallel;

import executed.Started;
import executed.Versions;
import java.util.Arrays;

// follows calls: WaitInCaller.java:6 future
// follows sites: 15 start before 31
/** The caller of the method that starts the calls waits for them before it reads what they did. */
public final class WaitInCaller implements Versions {
    private final int[] heights = new int[20];
    private final Started started = new Started();

    private void raise(int n) {
        int hash = n;
        for (int k = 0; k < 250; k++) {
            hash = hash * hash % 10007 + k;
        }
        heights[n] = hash;
    }

    private void raiseAll() {
        for (int n = 0; n < heights.length; n++) {
            raise(n);
        }
    }

    private void startAll() {
        for (int n = 0; n < heights.length; n++) {
            int number = n;
            started.start(() -> raise(number));
        }
    }

    @Override
    public String serial() {
        raiseAll();
        return Arrays.toString(heights);
    }

    @Override
    public String parallel() throws Exception {
        startAll();
        started.waitForAll();
        return Arrays.toString(heights);
    }
}
