package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

// follows: MapCountGetPut.java:5 independent
/** A concurrent map, read and written in two calls: what another task has put in between is lost. */
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
        Map<Integer, Integer> counts = new ConcurrentHashMap<>();
        Tasks.together((number, tasks) -> {
            for (int i = number; i < 2000; i += tasks) {
                int key = i * 7919 % 1009 % 50;
                int before = counts.getOrDefault(key, 0);
                Tasks.meet();
                counts.put(key, before + 1);
            }
            return null;
        });
        return new TreeMap<>(counts).toString();
    }
}
