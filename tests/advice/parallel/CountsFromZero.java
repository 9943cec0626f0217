package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

// follows: CountsFromZero.java:23 reduction
/** One map per task, in which each count begins with zero; the counts of a key are added. */
public final class CountsFromZero implements Versions {
    @Override
    public String serial() {
        int n = 300;
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < n; i++) {
            int key = key(i);
            if (!counts.containsKey(key)) {
                counts.put(key, 0);
            }
            counts.put(key, counts.get(key) + 1);
        }
        return new TreeMap<>(counts).toString();
    }

    @Override
    public String parallel() throws Exception {
        Map<Integer, Integer> counts = new TreeMap<>();
        Tasks.results(0, 300, CountsFromZero::part).forEach(
            part -> part.forEach((key, count) -> counts.merge(key, count, Integer::sum)));
        return counts.toString();
    }

    private static Map<Integer, Integer> part(int from, int to) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = from; i < to; i++) {
            int key = key(i);
            if (!counts.containsKey(key)) {
                counts.put(key, 0);
            }
            counts.put(key, counts.get(key) + 1);
        }
        return counts;
    }

    private static int key(int i) {
        int hash = i;
        for (int round = 0; round < 40; round++) {
            hash = hash * hash % 10007 + round;
        }
        return hash % 50;
    }
}
