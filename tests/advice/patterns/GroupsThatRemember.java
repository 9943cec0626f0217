import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Groups by hand in which one iteration depends on whether another one came before. */
public class GroupsThatRemember {
    static int key(int i) {
        int hash = i;
        for (int round = 0; round < 40; round++) { // advice: serial
            hash = hash * hash % 10007 + round;
        }
        return hash % 50;
    }

    /** A new group begins with a mark. */
    static int marked(int n) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int key = key(i);
            List<Integer> group = lists.get(key);
            if (group == null) {
                group = new ArrayList<>();
                group.add(-1);
                lists.put(key, group);
            }
            group.add(i);
        }
        return lists.hashCode();
    }

    /** The first value of a group is not kept. */
    static int withoutFirst(int n) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int key = key(i);
            List<Integer> group = lists.get(key);
            if (group == null) {
                lists.put(key, new ArrayList<>());
            } else {
                group.add(i);
            }
        }
        return lists.hashCode();
    }

    /** Now and then a group begins anew. */
    static int begunAnew(int n) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int key = key(i);
            List<Integer> group = lists.get(key);
            if (group == null || i % 30 == 0) {
                group = new ArrayList<>();
                lists.put(key, group);
            }
            group.add(i);
        }
        return lists.hashCode();
    }

    /** The group that is made is not the one that is used. */
    static int ofOthers(int n) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        for (int key = 0; key < 50; key++) {
            lists.put(key, new ArrayList<>());
        }
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int key = key(i);
            if (!lists.containsKey(key + 25)) {
                lists.put(key + 25, new ArrayList<>());
            }
            lists.get(key).add(i);
        }
        return lists.hashCode();
    }

    /** What is added depends on how much is there. */
    static int numbered(int n) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int key = key(i);
            List<Integer> group = lists.get(key);
            if (group == null) {
                group = new ArrayList<>();
                lists.put(key, group);
            }
            group.add(group.size());
        }
        return lists.hashCode();
    }

    /** How many groups there are decides what is added. */
    static int counted(int n) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int key = key(i);
            if (!lists.containsKey(key)) {
                lists.put(key, new ArrayList<>());
            }
            lists.get(key).add(lists.size());
        }
        return lists.hashCode();
    }

    /** Who makes a group is counted. */
    static int made(int n) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        int made = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int key = key(i);
            List<Integer> group = lists.get(key);
            if (group == null) {
                group = new ArrayList<>();
                lists.put(key, group);
                made++;
            }
            group.add(i);
        }
        return lists.hashCode() + made;
    }

    /** The same before it is made. */
    static int madeBefore(int n) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        int made = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int key = key(i);
            List<Integer> group = lists.get(key);
            if (group == null) {
                made += i;
                group = new ArrayList<>();
                lists.put(key, group);
            }
            group.add(i);
        }
        return lists.hashCode() + made;
    }

    /** Who looks first is added up. */
    static int first(int n) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        int first = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int key = key(i);
            if (!lists.containsKey(key)) {
                lists.put(key, new ArrayList<>());
                first += i;
            }
            lists.get(key).add(i);
        }
        return lists.hashCode() + first;
    }

    /** Who finds a group is added up. */
    static int later(int n) {
        Map<Integer, List<Integer>> lists = new HashMap<>();
        int later = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int key = key(i);
            List<Integer> group = lists.get(key);
            if (group == null) {
                group = new ArrayList<>();
                lists.put(key, group);
            } else {
                later += i;
            }
            group.add(i);
        }
        return lists.hashCode() + later;
    }

    public static void main(String[] args) {
        System.out.println(made(300) + madeBefore(300) + first(300) + later(300));
        System.out.println(marked(300) + withoutFirst(300) + begunAnew(300) + ofOthers(300) + numbered(300) + counted(300));
    }
}
