import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** `compute` that adds to the old value, if there is one, is a sum for each key. */
public class MapCompute {
    static int mix(int value) {
        for (int k = 0; k < 40; k++) { // advice: serial
            value = value * value % 10007 + k;
        }
        return value;
    }

    static Map<Integer, Integer> sums(int n) {
        Map<Integer, Integer> sums = new TreeMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction via Map
            int value = i;
            sums.compute(mix(i) & 15, (key, old) -> old == null ? value : old + value);
        }
        return sums;
    }

    static Map<Integer, Integer> counts(int n) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction via Map
            counts.compute(mix(i) & 15, (key, old) -> old != null ? old + 1 : 1);
        }
        return counts;
    }

    static Map<Integer, Integer> greatest(int n) {
        Map<Integer, Integer> greatest = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction via Map
            int value = mix(i);
            greatest.compute(value & 15, (key, old) -> old == null ? value : Math.max(old, value));
        }
        return greatest;
    }

    /** The first value of a key counts in another way. */
    static Map<Integer, Integer> begunElsewhere(int n) {
        Map<Integer, Integer> sums = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int value = i;
            sums.compute(mix(i) & 15, (key, old) -> old == null ? 100 : old + value);
        }
        return sums;
    }

    static Map<Integer, Integer> chained(int n) {
        Map<Integer, Integer> chains = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int value = i;
            chains.compute(mix(i) & 15, (key, old) -> old == null ? value : old * 31 + value);
        }
        return chains;
    }

    /** What comes out is used. */
    static int seen(int n) {
        Map<Integer, Integer> sums = new HashMap<>();
        int hash = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int value = i;
            hash = hash * 31 + sums.compute(mix(i) & 15, (key, old) -> old == null ? value : old + value);
        }
        return hash;
    }

    public static void main(String[] args) {
        System.out.println(sums(300).hashCode() + counts(300).hashCode() + greatest(300).hashCode()
            + begunElsewhere(300).hashCode() + chained(300).hashCode() + seen(300));
    }
}
