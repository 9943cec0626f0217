import java.math.BigInteger;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.TreeMap;

/** Values of keys of which the first one is put where there is none. */
public class CountsByKeys {
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
            if (counts.containsKey(key)) {
                counts.put(key, counts.get(key) + 1);
            } else {
                counts.put(key, 1);
            }
        }
        Map<String, Integer> sums = new TreeMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            String key = "k" + (mix(i, 60) & 15);
            Integer sum = sums.get(key);
            sums.put(key, sum == null ? i : sum + i);
        }
        Map<Integer, Integer> greatest = new Hashtable<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            int value = mix(i, 60) & 1023;
            Integer known = greatest.get(i & 7);
            if (known == null || value > known) {
                greatest.put(i & 7, value);
            }
        }
        Map<Integer, Integer> fromZero = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            int key = mix(i, 60) & 15;
            Integer count = fromZero.get(key);
            if (count == null) {
                count = 0;
            }
            fromZero.put(key, count + 3);
        }
        System.out.println(counts + " " + sums + " " + greatest + " " + fromZero);

        Map<Integer, Integer> fromFive = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            if (fromFive.containsKey(key)) {
                fromFive.put(key, fromFive.get(key) + 1);
            } else {
                fromFive.put(key, 5);
            }
        }
        Map<Integer, Integer> doubled = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            Integer value = doubled.get(key);
            doubled.put(key, value == null ? 1 : value * 2);
        }
        Map<Integer, Integer> others = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            if (others.containsKey(key + 1)) {
                others.put(key, others.getOrDefault(key, 0) + 1);
            } else {
                others.put(key, 1);
            }
        }
        Map<Integer, Integer> fromTen = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            Integer count = fromTen.get(key);
            if (count == null) {
                count = 10;
            }
            fromTen.put(key, count + 3);
        }
        Map<Integer, BigInteger> taken = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            BigInteger step = BigInteger.valueOf(i);
            BigInteger left = taken.get(key);
            taken.put(key, left == null ? step : left.subtract(step));
        }
        Map<Integer, Integer> third = new HashMap<>();
        int thirds = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping | scan
            int key = mix(i, 60) & 15;
            Integer count = third.get(key);
            third.put(key, count == null ? 1 : count + 1);
            if (count != null && count == 2) {
                thirds++;
            }
        }
        Map<Integer, Integer> removed = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int key = mix(i, 60) & 15;
            if (removed.containsKey(key)) {
                removed.remove(key);
            } else {
                removed.put(key, 1);
            }
        }
        System.out.println(fromFive + " " + doubled + " " + others + " " + fromTen + " " + taken + " " + thirds + " " + removed);
    }
}
