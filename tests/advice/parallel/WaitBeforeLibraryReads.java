package parallel;

import executed.Started;
import executed.Versions;
import java.util.Arrays;

// follows calls: WaitBeforeLibraryReads.java:6 future
// follows sites: 16 start before 18
/** The library copies the array when all calls have filled their places. */
public final class WaitBeforeLibraryReads implements Versions {
    static void fill(int[] all, int n) {
        int hash = n;
        for (int k = 0; k < 250; k++) {
            hash = hash * hash % 10007 + k;
        }
        all[n] = hash;
    }

    @Override
    public String serial() {
        int[] all = new int[24];
        for (int n = 0; n < all.length; n++) {
            fill(all, n);
        }
        int[] copy = Arrays.copyOf(all, all.length);
        return Arrays.toString(copy);
    }

    @Override
    public String parallel() throws Exception {
        Started started = new Started();
        int[] all = new int[24];
        for (int n = 0; n < all.length; n++) {
            int number = n;
            started.start(() -> fill(all, number));
        }
        started.waitForAll();
        int[] copy = Arrays.copyOf(all, all.length);
        return Arrays.toString(copy);
    }
}
