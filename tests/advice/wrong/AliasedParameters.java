package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: AliasedParameters.java:4 independent
/** It looks like two arrays, but is one: a chunk reads what the chunk before it writes last. */
public final class AliasedParameters implements Versions {
    static void shift(int[] a, int[] b) {
        for (int i = 1; i < a.length; i++) {
            a[i] = b[i - 1] * b[i - 1] % 1009 + i;
        }
    }

    @Override
    public String serial() {
        int[] both = new int[3000];
        shift(both, both);
        return Arrays.toString(both);
    }

    @Override
    public String parallel() throws Exception {
        int[] both = new int[3000];
        shiftInChunks(both, both);
        return Arrays.toString(both);
    }

    private static void shiftInChunks(int[] a, int[] b) throws Exception {
        Tasks.chunks(1, a.length, (from, to) -> {
            for (int i = from; i < to; i++) {
                a[i] = b[i - 1] * b[i - 1] % 1009 + i;
            }
        });
    }
}
