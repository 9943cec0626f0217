package wrong;

import executed.Started;
import executed.Versions;
import java.util.Arrays;

// follows calls: WaitBeforeRefill.java:7 future
// follows sites: 23 start at the end
// follows sites: 27 start at the end
/** The calls read the table after it was filled anew. */
public final class WaitBeforeRefill implements Versions {
    private final int[] table = new int[60];
    private final int[] results = new int[40];

    private void look(int n) {
        int hash = n;
        for (int k = 0; k < 240; k++) {
            hash = hash * hash % 10007 + table[k % 60];
        }
        results[n] = hash;
    }

    private void fill(int seed) {
        for (int k = 0; k < table.length; k++) {
            table[k] = seed * k % 101;
        }
    }

    @Override
    public String serial() {
        fill(7);
        for (int n = 0; n < 20; n++) {
            look(n);
        }
        fill(11);
        for (int n = 20; n < 40; n++) {
            look(n);
        }
        return Arrays.toString(results);
    }

    @Override
    public String parallel() throws Exception {
        Started started = new Started();
        fill(7);
        for (int n = 0; n < 20; n++) {
            int number = n;
            started.start(() -> look(number));
        }
        fill(11);
        for (int n = 20; n < 40; n++) {
            int number = n;
            started.start(() -> look(number));
        }
        String result = Arrays.toString(results);
        started.waitForAll();
        return result;
    }
}
