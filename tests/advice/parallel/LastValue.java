package parallel;

import executed.Versions;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

// follows: LastValue.java:6 with-changes
/** The value is kept with the number of its iteration, and the greatest number wins. */
public final class LastValue implements Versions {
    private int last;

    @Override
    public String serial() {
        for (int i = 0; i < 3000; i++) {
            last = i * 7919 % 1009;
        }
        return "" + last;
    }

    @Override
    public String parallel() {
        AtomicLong numbered = new AtomicLong();
        IntStream.range(0, 3000).parallel().forEach(i -> {
            long own = (long) i << 32 | i * 7919 % 1009;
            numbered.accumulateAndGet(own, Math::max);
        });
        return "" + numbered.intValue();
    }
}
