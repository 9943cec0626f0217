package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

// follows: MapMerge.java:5 reduction
/** A concurrent map merges each value atomically. */
public final class MapMerge implements Versions {
    @Override
    public String serial() {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < 2000; i++) {
            counts.merge(i * 7919 % 1009 % 50, 1, Integer::sum);
        }
        return new TreeMap<>(counts).toString();
    }

    @Override
    public String parallel() throws Exception {
        Map<Integer, Integer> counts = new ConcurrentHashMap<>();
        Tasks.chunks(0, 2000, (from, to) -> {
            for (int i = from; i < to; i++) {
                counts.merge(i * 7919 % 1009 % 50, 1, Integer::sum);
            }
        });
        return new TreeMap<>(counts).toString();
    }
}
