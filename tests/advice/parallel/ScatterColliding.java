package parallel;

import executed.Versions;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

// follows: ScatterColliding.java:5 with-changes
/** The value is the number of the iteration, and the greatest one wins. */
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
    public String parallel() {
        AtomicIntegerArray slot = new AtomicIntegerArray(64);
        IntStream.range(0, 3000).parallel().forEach(i -> slot.accumulateAndGet(i * 7919 % 1009 & 63, i, Math::max));
        return slot.toString();
    }
}
