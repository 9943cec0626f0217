import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A map gets lists that a function makes; lists that loops keep to themselves are none of those. */
public class OwnListsBesideGroups {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v & 1023;
    }

    static Map<Integer, List<String>> groups(int n) {
        Map<Integer, List<String>> groups = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            groups.computeIfAbsent(mix(i, 60) & 7, key -> new ArrayList<>()).add("k" + i);
        }
        return groups;
    }

    static int apart(int n) {
        int[] out = new int[n];
        for (int i = 0; i < n; i++) { // advice: independent
            List<String> own = new ArrayList<>();
            for (int k = 0; k < 8; k++) {
                own.add("k" + mix(i + k, 9));
            }
            own.sort(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
            out[i] = own.get(2).hashCode();
        }
        List<Integer> scratch = new ArrayList<>();
        for (int i = 0; i < n; i++) { // advice: private-copies | with-changes
            scratch.clear();
            for (int k = 0; k < 10; k++) {
                scratch.add(mix(i + k, 9));
            }
            Collections.sort(scratch);
            out[i] += scratch.get(5);
        }
        return out[3];
    }

    static int inOrder(int n, Map<Integer, List<String>> groups) {
        int[] out = new int[n];
        // The list is one of a group.
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            List<String> group = groups.get(i & 7);
            group.add("x" + mix(i, 60));
            group.sort(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
            out[i] = group.get(0).hashCode() + groups.toString().length();
        }
        // It becomes one.
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            List<String> own = new ArrayList<>();
            own.add("y" + mix(i, 60));
            groups.put(i & 7, own);
            own.add("z");
            out[i] += groups.toString().length();
        }
        // The list goes on from one to the next.
        List<String> all = new ArrayList<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            all.add("k" + mix(i + all.size(), 60));
            all.sort(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
            out[i] += all.get(all.size() / 2).hashCode();
        }
        return out[5];
    }

    public static void main(String[] args) {
        int n = 60;
        Map<Integer, List<String>> groups = groups(n);
        System.out.println(apart(n) + " " + groups.size() + " " + inOrder(n, groups));
    }
}
