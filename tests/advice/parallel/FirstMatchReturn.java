package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.concurrent.atomic.AtomicInteger;

// follows: FirstMatchReturn.java:4 search
/** Tasks search speculatively, and give up when an earlier match than theirs is known. */
public final class FirstMatchReturn implements Versions {
    static int find(int wanted) {
        for (int i = 0; i < 100_000; i++) {
            if (i * 7919L % 10007 == wanted) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String serial() {
        return "" + find(4242);
    }

    @Override
    public String parallel() throws Exception {
        AtomicInteger first = new AtomicInteger(Integer.MAX_VALUE);
        Tasks.chunks(0, 100_000, (from, to) -> {
            for (int i = from; i < to && i < first.get(); i++) {
                if (i * 7919L % 10007 == 4242) {
                    first.accumulateAndGet(i, Math::min);
                }
            }
        });
        return "" + first.get();
    }
}
