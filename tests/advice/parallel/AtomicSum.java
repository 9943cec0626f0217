package parallel;

import executed.Versions;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

// follows: AtomicSum.java:5 reduction
/** The atomic variable is safe to share as it is. */
public final class AtomicSum implements Versions {
    @Override
    public String serial() {
        AtomicInteger sum = new AtomicInteger();
        for (int i = 0; i < 3000; i++) {
            sum.addAndGet(i * 7 % 31);
        }
        return "" + sum.get();
    }

    @Override
    public String parallel() {
        AtomicInteger sum = new AtomicInteger();
        IntStream.range(0, 3000).parallel().forEach(i -> sum.addAndGet(i * 7 % 31));
        return "" + sum.get();
    }
}
