package parallel;

import executed.Versions;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

// follows: FieldSum.java:7 reduction
/** An adder keeps one partial sum per thread. */
public final class FieldSum implements Versions {
    private int sum;
    private final LongAdder parts = new LongAdder();

    @Override
    public String serial() {
        int n = 3000;
        for (int i = 0; i < n; i++) {
            sum += i * 7 % 31;
        }
        return "" + sum;
    }

    @Override
    public String parallel() {
        IntStream.range(0, 3000).parallel().forEach(i -> parts.add(i * 7 % 31));
        return "" + parts.intValue();
    }
}
