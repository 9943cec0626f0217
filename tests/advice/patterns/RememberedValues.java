import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Maps that remember what was computed, fields that threads can share, and lists of which each iteration has its element. */
public class RememberedValues {
    static int scale;
    static volatile int counted;
    static final VarHandle COUNTED;

    static {
        try {
            COUNTED = MethodHandles.lookup().findStaticVarHandle(RememberedValues.class, "counted", int.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static final Map<Integer, Integer> WAYS = new HashMap<>();

    static int ways(int n) {
        return n < 3 ? n : mix(n, 40) + WAYS.getOrDefault(n - 1, 0);
    }

    public static void main(String[] args) {
        int n = 100;
        int[] out = new int[n];
        Map<Integer, Integer> known = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction via Map, remedy remembered-once
            out[i] = known.computeIfAbsent(i * 7 & 31, key -> mix(key, 400));
        }
        for (int i = 0; i < n; i++) { // advice: reduction
            COUNTED.getAndAdd(mix(i, 60) & 7);
        }
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            list.add(i);
        }
        for (int i = 0; i < list.size(); i++) { // advice: independent
            list.set(i, mix(list.get(i), 60));
        }
        System.out.println(out[3] + out[50] + counted + list.get(7));

        // Who asks first decides.
        Map<Integer, Integer> first = new HashMap<>();
        Map<Integer, Integer> scaled = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            int number = i;
            out[i] = first.computeIfAbsent(i * 7 & 31, key -> mix(key + number, 400));
        }
        // The function reads a field that the iteration has set.
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            scale = i;
            out[i] += scaled.computeIfAbsent(i * 7 & 31, key -> mix(key * scale, 400));
        }
        // What is made depends on what others have made.
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            out[i] += WAYS.computeIfAbsent(i, key -> ways(key));
        }
        // The way of the count is seen.
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping | scan | with-changes
            out[i] += (int) COUNTED.getAndAdd(mix(i, 60) & 7);
        }
        // The element before is read.
        for (int i = 1; i < list.size(); i++) { // advice: not-known | serial | overlapping
            list.set(i, mix(list.get(i - 1), 60));
        }
        // The number does not move.
        int step = args.length;
        int same = 0;
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            list.set(same, mix(list.get(same) + i, 60));
            same += step;
        }
        // The number moves between the two.
        for (int i = 0; i < list.size() - 1; ) { // advice: not-known | serial | overlapping
            int value = mix(list.get(i), 60);
            i++;
            list.set(i, value);
        }
        System.out.println(out[3] + out[50] + counted + list.get(7));
    }
}
