package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

// follows: RememberedByHand.java:164 reduction
/** One concurrent map for all tasks, which makes each value once. */
public final class RememberedByHand implements Versions {
    private static final int N = 300;

    @Override
    public String serial() {
        int n = N;
        Map<Integer, Integer> known = new HashMap<>();
        int[] out = new int[n];
        for (int i = 0; i < n; i++) {
            int key = i * 7 & 31;
            Integer value = known.get(key);
            if (value == null) {
                value = made(key);
                known.put(key, value);
            }
            out[i] = value + i;
        }
        return Arrays.toString(out) + new TreeMap<>(known);
    }

    @Override
    public String parallel() throws Exception {
        Map<Integer, Integer> known = new ConcurrentHashMap<>();
        List<int[]> parts = Tasks.results(0, N, (from, to) -> part(known, from, to));
        int[] out = parts.stream().flatMapToInt(Arrays::stream).toArray();
        return Arrays.toString(out) + new TreeMap<>(known);
    }

    private static int[] part(Map<Integer, Integer> known, int from, int to) {
        int[] out = new int[to - from];
        for (int i = from; i < to; i++) {
            out[i - from] = known.computeIfAbsent(i * 7 & 31, RememberedByHand::made) + i;
        }
        return out;
    }

    private static int made(int key) {
        int hash = key;
        for (int round = 0; round < 40; round++) {
            hash = hash * hash % 10007 + round;
        }
        return hash;
    }
}
