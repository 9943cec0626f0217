package parallel;

import executed.Versions;
import java.util.Arrays;

// follows: CaughtInBody.java:12 independent
/** The library sets all elements in parallel; each task catches what it throws. */
public final class CaughtInBody implements Versions {
    static int root(int i) {
        if (i % 5 == 0) {
            throw new IllegalArgumentException();
        }
        return i * 7 % 31;
    }

    @Override
    public String serial() {
        int[] results = new int[2000];
        for (int i = 0; i < results.length; i++) {
            results[i] = rootOrNone(i);
        }
        return Arrays.toString(results);
    }

    @Override
    public String parallel() {
        int[] results = new int[2000];
        Arrays.parallelSetAll(results, CaughtInBody::rootOrNone);
        return Arrays.toString(results);
    }

    private static int rootOrNone(int i) {
        try {
            return root(i);
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }
}
