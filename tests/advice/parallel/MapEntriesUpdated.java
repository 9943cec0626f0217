package parallel;

import executed.Versions;
import java.util.Map;
import java.util.TreeMap;

// follows: MapEntriesUpdated.java:8 with-changes
/** A parallel stream splits the entries. */
public final class MapEntriesUpdated implements Versions {
    private static Map<Integer, Integer> input() {
        Map<Integer, Integer> values = new TreeMap<>();
        for (int i = 0; i < 1500; i++) {
            values.put(i, i * 7919 % 1009);
        }
        return values;
    }

    @Override
    public String serial() {
        Map<Integer, Integer> values = input();
        for (java.util.Map.Entry<Integer, Integer> entry : values.entrySet()) {
            update(entry);
        }
        return values.toString();
    }

    @Override
    public String parallel() {
        Map<Integer, Integer> values = input();
        values.entrySet().parallelStream().forEach(MapEntriesUpdated::update);
        return values.toString();
    }

    private static void update(Map.Entry<Integer, Integer> entry) {
        int value = entry.getValue();
        entry.setValue(value * value % 31 + value / 7);
    }
}
