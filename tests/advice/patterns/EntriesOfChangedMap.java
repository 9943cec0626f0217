import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Entries are got before, and show what iterations put into their map. */
public class EntriesOfChangedMap {
    static int work(int x) {
        for (int k = 0; k < 20; k++) {
            x = x * 31 + (x >>> 7) + k;
        }
        return x & 0xffff;
    }

    static int read(Map.Entry<Integer, Integer> entry, int i) {
        int sum = entry.getValue();
        for (int k = 0; k < 400; k++) {
            sum = sum * 31 + (sum >>> 7) + i;
        }
        return sum & 0xffff;
    }

    public static void main(String[] args) {
        Map<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < 2000; i++) {
            map.put(i, i);
        }
        int[] out = new int[2000];
        List<Map.Entry<Integer, Integer>> entries = new ArrayList<>(map.entrySet());
        for (Map.Entry<Integer, Integer> entry : entries) { // advice: serial | not-known
            out[entry.getKey()] += work(entry.getValue());
            map.put((entry.getKey() + 1) % 2000, 7);
        }
        Map.Entry<Integer, Integer> first = map.entrySet().iterator().next();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            out[i] += work(first.getValue());
            map.put(first.getKey(), i);
        }
        Map<Integer, Integer> copy = new HashMap<>();
        for (Map.Entry<Integer, Integer> entry : map.entrySet()) { // advice: reduction | with-changes via Map
            copy.put(entry.getKey(), work(entry.getValue()));
        }
        ConcurrentHashMap<Integer, Integer> growing = new ConcurrentHashMap<>();
        for (int i = 0; i < 500; i++) {
            growing.put(i, i);
        }
        for (int key : growing.keySet()) { // advice: serial | not-known
            out[key] += work(key);
            if (key < 1500) {
                growing.put(key + 500, 1);
            }
        }
        int last = 0;
        for (int i = 0; i < 100; i++) {
            int value = read(first, i);
            map.put(first.getKey(), i);
            last += value;
        }
        System.out.println(out[1999] + copy.size() + growing.size() + last);
    }
}
