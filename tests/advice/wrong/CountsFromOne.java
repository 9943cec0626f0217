package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

// follows: CountsFromZero.java:104 reduction
/** Each task begins the count of a key with one, so what is added at the end has more than one of them. */
public final class CountsFromOne implements Versions {
    @Override
    public String serial() {
        int n = 300;
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < n; i++) {
            int key = key(i);
            if (!counts.containsKey(key)) {
                counts.put(key, 1);
            }
            counts.put(key, counts.get(key) + 1);
        }
        return new TreeMap<>(counts).toString();
    }

    @Override
    public String parallel() throws Exception {
        Map<Integer, Integer> counts = new TreeMap<>();
        Tasks.results(0, 300, CountsFromOne::part).forEach(
            part -> part.forEach((key, count) -> counts.merge(key, count, Integer::sum)));
        return counts.toString();
    }

    private static Map<Integer, Integer> part(int from, int to) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = from; i < to; i++) {
            int key = key(i);
            if (!counts.containsKey(key)) {
                counts.put(key, 1);
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
