package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

// follows: MapChain.java:10 independent
/** The value that a task starts from is missing: it throws. */
public final class MapChain implements Versions {
    static int next(int value, int i) {
        return (value * value + i) % 10007;
    }

    @Override
    public String serial() {
        Map<Integer, Integer> chain = new HashMap<>();
        chain.put(0, 1);
        for (int i = 1; i < 2000; i++) {
            chain.put(i, next(chain.get(i - 1), i));
        }
        return new TreeMap<>(chain).toString();
    }

    @Override
    public String parallel() throws Exception {
        Map<Integer, Integer> chain = new ConcurrentHashMap<>();
        chain.put(0, 1);
        Tasks.chunks(1, 2000, (from, to) -> {
            for (int i = from; i < to; i++) {
                chain.put(i, next(chain.get(i - 1), i));
            }
        });
        return new TreeMap<>(chain).toString();
    }
}
