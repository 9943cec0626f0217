import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Each iteration clears a collection before it uses it, in ways that hand it to methods of the library. */
public class ScratchCollections {
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
        int n = 60;
        int[] out = new int[n];
        List<Integer> sorted = new ArrayList<>();
        for (int i = 0; i < n; i++) { // advice: private-copies | with-changes via List
            sorted.clear();
            for (int k = 0; k < 6; k++) {
                sorted.add(mix(i + k, 10));
            }
            Collections.sort(sorted);
            out[i] = sorted.get(3) + Collections.max(sorted);
        }
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: private-copies via Map
            counts.clear();
            for (int k = 0; k < 6; k++) {
                counts.merge(mix(i + k, 10) & 3, 1, Integer::sum);
            }
            out[i] += counts.size() * 10 + counts.getOrDefault(1, 0);
        }
        Set<Integer> sometimes = new HashSet<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            for (int k = 0; k < 6; k++) {
                sometimes.add(mix(i + k, 10) & 63);
            }
            out[i] += sometimes.size();
            if (sometimes.size() > 20) {
                sometimes.clear();
            }
        }
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            kept.add(mix(i, 40));
            Collections.sort(kept);
            out[i] += kept.get(kept.size() / 2);
        }
        int hash = 0;
        for (int v : out) {
            hash = hash * 31 + v;
        }
        System.out.println(hash);
    }
}
