package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

// follows: MapLastWins.java:5 reduction
/** One map per task; they are merged in the order of the iterations, so that the last value wins. */
public final class MapLastWins implements Versions {
    @Override
    public String serial() {
        Map<Integer, Integer> last = new HashMap<>();
        for (int i = 0; i < 2000; i++) {
            last.put(i * 7919 % 1009 % 50, i);
        }
        return new TreeMap<>(last).toString();
    }

    @Override
    public String parallel() throws Exception {
        Map<Integer, Integer> last = new TreeMap<>();
        Tasks.results(0, 2000, MapLastWins::part).forEach(last::putAll);
        return last.toString();
    }

    private static Map<Integer, Integer> part(int from, int to) {
        Map<Integer, Integer> last = new HashMap<>();
        for (int i = from; i < to; i++) {
            last.put(i * 7919 % 1009 % 50, i);
        }
        return last;
    }
}
