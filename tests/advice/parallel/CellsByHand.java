package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

// follows: CellsByHand.java:18 reduction
/** One map per task with arrays of its own; the elements of a key are added. */
public final class CellsByHand implements Versions {
    @Override
    public String serial() {
        int n = 300;
        Map<Integer, int[]> counts = new HashMap<>();
        for (int i = 0; i < n; i++) {
            Integer key = key(i);
            int[] count = counts.get(key);
            if (count == null) {
                count = new int[1];
                counts.put(key, count);
            }
            count[0]++;
        }
        return text(counts);
    }

    @Override
    public String parallel() throws Exception {
        Map<Integer, int[]> counts = new HashMap<>();
        Tasks.results(0, 300, CellsByHand::part).forEach(
            part -> part.forEach((key, count) -> counts.computeIfAbsent(key, missing -> new int[1])[0] += count[0]));
        return text(counts);
    }

    private static Map<Integer, int[]> part(int from, int to) {
        Map<Integer, int[]> counts = new HashMap<>();
        for (int i = from; i < to; i++) {
            Integer key = key(i);
            int[] count = counts.get(key);
            if (count == null) {
                count = new int[1];
                counts.put(key, count);
            }
            count[0]++;
        }
        return counts;
    }

    private static String text(Map<Integer, int[]> counts) {
        Map<Integer, Integer> sorted = new TreeMap<>();
        counts.forEach((key, count) -> sorted.put(key, count[0]));
        return sorted.toString();
    }

    private static int key(int start) {
        int x = start;
        for (int k = 0; k < 40; k++) {
            x = x * 31 % 10007 + k;
        }
        return x & 15;
    }
}
