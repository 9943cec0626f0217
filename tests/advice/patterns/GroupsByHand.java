import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Each value goes to the group of its key, which is made where there is none: in all spellings the same as `computeIfAbsent`. */
public class GroupsByHand {
    static final Map<Integer, Set<Integer>> SETS = new HashMap<>();

    static int key(int i) {
        int hash = i;
        for (int round = 0; round < 40; round++) { // advice: serial
            hash = hash * hash % 10007 + round;
        }
        return hash % 50;
    }

    static Map<Integer, List<Integer>> found(int n) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction via Map
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

    static Map<Integer, List<Integer>> assigned(int n) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction via Map
            Integer key = key(i);
            List<Integer> group;
            if ((group = lists.get(key)) == null) {
                lists.put(key, group = new ArrayList<>(4));
            }
            group.add(i);
        }
        return lists;
    }

    static void contained(int n) {
        for (int i = 0; i < n; i++) { // advice: reduction via Map
            int key = key(i);
            if (!SETS.containsKey(key)) {
                SETS.put(key, new HashSet<>());
            }
            SETS.get(key).add(i);
        }
    }

    static Map<Integer, StringBuilder> absent(int n) {
        Map<Integer, StringBuilder> texts = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction via Map
            int key = key(i);
            texts.putIfAbsent(key, new StringBuilder());
            texts.get(key).append(i);
        }
        return texts;
    }

    static Map<Integer, Map<Integer, Set<Integer>>> nested(int n) {
        Map<Integer, Map<Integer, Set<Integer>>> all = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction via Map
            int key = key(i);
            all.computeIfAbsent(key & 7, some -> new HashMap<>()).computeIfAbsent(key, some -> new HashSet<>()).add(i);
        }
        return all;
    }

    public static void main(String[] args) {
        contained(300);
        System.out.println(found(300).hashCode() + assigned(300).hashCode() + SETS.hashCode() + absent(300).size()
            + nested(300).hashCode());
    }
}
