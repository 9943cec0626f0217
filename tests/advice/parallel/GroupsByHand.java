package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

// follows: GroupsByHand.java:22 reduction
/** One map per task; the groups are joined key by key, in the order of the tasks. */
public final class GroupsByHand implements Versions {
    @Override
    public String serial() {
        int n = 300;
        Map<Integer, List<Integer>> lists = new HashMap<>();
        for (int i = 0; i < n; i++) {
            int key = key(i);
            List<Integer> group = lists.get(key);
            if (group == null) {
                group = new ArrayList<>();
                lists.put(key, group);
            }
            group.add(i);
        }
        return new TreeMap<>(lists).toString();
    }

    @Override
    public String parallel() throws Exception {
        Map<Integer, List<Integer>> lists = new TreeMap<>();
        Tasks.results(0, 300, GroupsByHand::part).forEach(part -> part.forEach(
            (key, group) -> lists.computeIfAbsent(key, absent -> new ArrayList<>()).addAll(group)));
        return lists.toString();
    }

    private static Map<Integer, List<Integer>> part(int from, int to) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        for (int i = from; i < to; i++) {
            int key = key(i);
            List<Integer> group = lists.get(key);
            if (group == null) {
                group = new ArrayList<>();
                lists.put(key, group);
            }
            group.add(i);
        }
        return lists;
    }

    private static int key(int i) {
        int hash = i;
        for (int round = 0; round < 40; round++) {
            hash = hash * hash % 10007 + round;
        }
        return hash % 50;
    }
}
