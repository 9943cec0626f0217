package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

// follows: MapCountFromTen.java:5 reduction
/** One map per task, merged at the end: each of them begins with ten. */
public final class MapCountFromTen implements Versions {
    @Override
    public String serial() {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < 2000; i++) {
            int key = i * 7919 % 1009 % 50;
            counts.put(key, counts.getOrDefault(key, 10) + 1);
        }
        return new TreeMap<>(counts).toString();
    }

    @Override
    public String parallel() throws Exception {
        Map<Integer, Integer> counts = new TreeMap<>();
        Tasks.results(0, 2000, MapCountFromTen::part)
            .forEach(part -> part.forEach((key, count) -> counts.merge(key, count, Integer::sum)));
        return counts.toString();
    }

    private static Map<Integer, Integer> part(int from, int to) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = from; i < to; i++) {
            int key = i * 7919 % 1009 % 50;
            counts.put(key, counts.getOrDefault(key, 10) + 1);
        }
        return counts;
    }
}
