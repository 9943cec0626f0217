package parallel;

import executed.Versions;
import java.util.stream.IntStream;

// follows: FirstMatchBreak.java:5 search
/** A parallel stream tests more than it needs and takes the first match. */
public final class FirstMatchBreak implements Versions {
    @Override
    public String serial() {
        int found = -1;
        for (int i = 0; i < 100_000; i++) {
            int value = (int) (i * 7919L % 10007);
            if (value == 4242) {
                found = i;
                break;
            }
        }
        return "" + found;
    }

    @Override
    public String parallel() {
        return "" + IntStream.range(0, 100_000).parallel().filter(i -> i * 7919L % 10007 == 4242).findFirst().orElse(-1);
    }
}
