package parallel;

import executed.Versions;
import java.util.stream.IntStream;

// follows: ProductReduction.java:5 reduction
/** A parallel stream reduces by multiplication; overflow does not matter. */
public final class ProductReduction implements Versions {
    @Override
    public String serial() {
        int product = 1;
        for (int i = 0; i < 3000; i++) {
            product *= 2 * (i % 13) + 3;
        }
        return "" + product;
    }

    @Override
    public String parallel() {
        return "" + IntStream.range(0, 3000).parallel().map(i -> 2 * (i % 13) + 3).reduce(1, (a, b) -> a * b);
    }
}
