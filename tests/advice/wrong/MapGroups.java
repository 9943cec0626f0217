package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

// follows: MapGroups.java:5 independent
/** Even if the groups are synchronized, their elements come in the order in which tasks run. */
public final class MapGroups implements Versions {
    @Override
    public String serial() {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        for (int i = 0; i < 2000; i++) {
            lists.computeIfAbsent(i * 7919 % 1009 % 50, key -> new ArrayList<>()).add(i);
        }
        return new TreeMap<>(lists).toString();
    }

    @Override
    public String parallel() throws Exception {
        Map<Integer, List<Integer>> lists = new ConcurrentHashMap<>();
        Tasks.chunks(0, 2000, (from, to) -> {
            for (int i = from; i < to; i++) {
                lists.computeIfAbsent(i * 7919 % 1009 % 50, key -> Collections.synchronizedList(new ArrayList<>())).add(i);
            }
        });
        return new TreeMap<>(lists).toString();
    }
}
