package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

// follows: MapLastWins.java:5 independent
/** A concurrent map keeps the value of the task that came last. */
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
        Map<Integer, Integer> last = new ConcurrentHashMap<>();
        Tasks.chunks(0, 2000, (from, to) -> {
            for (int i = from; i < to; i++) {
                last.put(i * 7919 % 1009 % 50, i);
            }
        });
        return new TreeMap<>(last).toString();
    }
}
