package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

// follows: MapCountGetPut.java:5 reduction
/** One map per task, merged at the end. */
public final class MapCountGetPut implements Versions {
    @Override
    public String serial() {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < 2000; i++) {
            int key = i * 7919 % 1009 % 50;
            counts.put(key, counts.getOrDefault(key, 0) + 1);
        }
        return new TreeMap<>(counts).toString();
    }

    @Override
    public String parallel() throws Exception {
        Map<Integer, Integer> counts = new TreeMap<>();
        Tasks.results(0, 2000, MapCountGetPut::part)
            .forEach(part -> part.forEach((key, count) -> counts.merge(key, count, Integer::sum)));
        return counts.toString();
    }

    private static Map<Integer, Integer> part(int from, int to) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = from; i < to; i++) {
            int key = i * 7919 % 1009 % 50;
            counts.put(key, counts.getOrDefault(key, 0) + 1);
        }
        return counts;
    }
}
