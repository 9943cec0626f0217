import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Entries that begin with zero before the first value is added, and those that only count from the second one on. */
public class CountsFromZero {
    enum Kind { A, B, C, D }

    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    public static void main(String[] args) {
        int n = 200;
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            int key = mix(i, 60) & 15;
            if (!counts.containsKey(key)) {
                counts.put(key, 0);
            }
            counts.put(key, counts.get(key) + 1);
        }
        Map<String, Integer> sums = new TreeMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            String key = "k" + (mix(i, 60) & 15);
            if (sums.get(key) == null) {
                sums.put(key, 0);
            }
            if (i % 3 != 0) {
                sums.put(key, sums.get(key) + i);
            }
        }
        Map<Integer, Long> longs = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            int key = mix(i, 60) & 15;
            longs.putIfAbsent(key, 0L);
            longs.put(key, longs.get(key) + i);
        }
        Map<Integer, Integer> greatest = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            int key = mix(i, 60) & 15;
            greatest.put(key, Math.max(greatest.getOrDefault(key, 77), i * 7919 % 97));
        }
        Map<String, Map<Integer, Integer>> nested = new TreeMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            nested.computeIfAbsent("k" + (mix(i, 60) & 7), absent -> new HashMap<>(8)).merge(i & 3, 1, Integer::sum);
        }
        Map<String, Map<Kind, Integer>> states = new TreeMap<>();
        Kind[] all = Kind.values();
        for (int i = 0; i < n; i++) { // advice: reduction
            states.computeIfAbsent("k" + (mix(i, 60) & 7), absent -> new EnumMap<>(Kind.class))
                .merge(all[i & 3], 1, Integer::sum);
        }
        System.out.println(counts + " " + sums + longs + greatest + nested + states);

        Map<Integer, Integer> others = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            if (!others.containsKey(key)) {
                others.put(key, 0);
            } else {
                others.put(key, others.get(key) + 1);
            }
        }
        Map<Integer, Integer> skipped = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            if (!skipped.containsKey(key)) {
                skipped.put(key, 0);
                continue;
            }
            skipped.put(key, skipped.get(key) + 1);
        }
        Map<Integer, Integer> known = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            boolean had = known.containsKey(key);
            if (!had) {
                known.put(key, 0);
            }
            if (had) {
                known.put(key, known.get(key) + 1);
            }
        }
        Map<Integer, Integer> later = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            Integer before = later.get(key);
            if (before == null) {
                later.put(key, 0);
            }
            if (before != null) {
                later.put(key, before + 1);
            }
        }
        Map<Integer, Integer> fromOne = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            if (!fromOne.containsKey(key)) {
                fromOne.put(key, 1);
            }
            fromOne.put(key, fromOne.get(key) + 1);
        }
        Map<Integer, Integer> products = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            if (!products.containsKey(key)) {
                products.put(key, 3);
            }
            products.put(key, products.get(key) * 5);
        }
        Map<Integer, Integer> marked = new HashMap<>();
        int first = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping | scan
            int key = mix(i, 60) & 15;
            if (!marked.containsKey(key)) {
                marked.put(key, 0);
                first += i;
            }
            marked.put(key, marked.get(key) + 1);
        }
        Map<Integer, Integer> twice = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            if (!twice.containsKey(key)) {
                twice.put(key, 0);
            }
            if (twice.get(key) < 5) {
                twice.put(key, twice.get(key) + 1);
            }
        }
        Map<Integer, Integer> before = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            if (before.containsKey(key)) {
                before.put(key, before.get(key) + 1);
            }
            if (!before.containsKey(key)) {
                before.put(key, 0);
            }
        }
        Map<Integer, Integer> absent = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            if (absent.containsKey(key)) {
                absent.put(key, absent.get(key) + 1);
            }
            absent.putIfAbsent(key, 0);
        }
        Map<Integer, Integer> one = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            one.putIfAbsent(key, 1);
            one.put(key, one.get(key) + 1);
        }
        Map<Integer, Integer> ignored = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            if (!ignored.containsKey(key)) {
                ignored.put(key, 0);
            } else {
                ignored.put(key, Math.max(ignored.get(key), i * 7919 % 97));
            }
        }
        Map<Integer, Integer> moving = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            moving.put(key, Math.max(moving.getOrDefault(key, i), i * 7919 % 97));
        }
        Map<String, Map<Integer, Integer>> watched = new TreeMap<>();
        int thirds = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping | scan
            String key = "k" + (mix(i, 60) & 7);
            if (watched.computeIfAbsent(key, none -> new HashMap<>()).merge(i & 3, 1, Integer::sum) == 3) {
                thirds += i;
            }
        }
        Map<String, Map<Integer, Integer>> filled = new TreeMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            filled.computeIfAbsent("k" + (mix(i, 60) & 7), none -> new HashMap<>(Map.of(0, 5))).merge(i & 3, 1, Integer::sum);
        }
        System.out.println(before + " " + absent + one + ignored + moving + watched + thirds + filled);
        System.out.println(others + " " + skipped + " " + known + " " + later + " " + fromOne + " " + products + " " + marked + first + twice);
    }
}
