package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

// follows: MapGroups.java:5 reduction
/** One map per task; the groups are joined in the order of the tasks. */
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
        Map<Integer, List<Integer>> lists = new TreeMap<>();
        Tasks.results(0, 2000, MapGroups::part).forEach(part -> part.forEach(
            (key, group) -> lists.computeIfAbsent(key, absent -> new ArrayList<>()).addAll(group)));
        return lists.toString();
    }

    private static Map<Integer, List<Integer>> part(int from, int to) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        for (int i = from; i < to; i++) {
            lists.computeIfAbsent(i * 7919 % 1009 % 50, key -> new ArrayList<>()).add(i);
        }
        return lists;
    }
}
