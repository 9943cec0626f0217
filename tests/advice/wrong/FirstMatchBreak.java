package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.concurrent.atomic.AtomicInteger;

// follows: FirstMatchBreak.java:5 independent
/** Every task finds a match of its own, and one that is not the first may win. */
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
    public String parallel() throws Exception {
        AtomicInteger found = new AtomicInteger(-1);
        Tasks.chunks(0, 100_000, (from, to) -> {
            for (int i = from; i < to; i++) {
                int value = (int) (i * 7919L % 10007);
                if (value == 4242) {
                    found.set(i);
                    break;
                }
            }
        });
        return "" + found;
    }
}
