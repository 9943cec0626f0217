package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: ScatterColliding.java:5 private-copies
/** Copies of the array are merged in the order in which tasks end, and not in that of the iterations. */
public final class ScatterColliding implements Versions {
    @Override
    public String serial() {
        int[] slot = new int[64];
        for (int i = 0; i < 3000; i++) {
            slot[i * 7919 % 1009 & 63] = i;
        }
        return Arrays.toString(slot);
    }

    @Override
    public String parallel() throws Exception {
        int[] slot = new int[64];
        Tasks.chunks(0, 3000, (from, to) -> {
            int[] copy = new int[64];
            for (int i = from; i < to; i++) {
                copy[i * 7919 % 1009 & 63] = i;
            }
            synchronized (slot) {
                Arrays.setAll(slot, k -> copy[k] == 0 ? slot[k] : copy[k]);
            }
        });
        return Arrays.toString(slot);
    }
}
