import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/** A new collection follows from the one before; what is computed of it does not matter to the next one. */
public class ChainsOfCollections {
    static int mix(int v) {
        for (int k = 0; k < 300; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static List<Integer> shifted(List<Integer> last, int i) {
        return List.of(last.get(1), last.get(0) * 31 + i);
    }

    static Map<Integer, Integer> counted(Map<Integer, Integer> last, int i) {
        Map<Integer, Integer> next = new HashMap<>(last);
        next.merge(i % 5, next.size(), Integer::sum);
        return next;
    }

    static Set<Integer> spread(Set<Integer> last, int i) {
        Set<Integer> next = new HashSet<>();
        for (int element : last) {
            next.add(element * 31 + i & 7);
        }
        next.add(i & 7);
        return next;
    }

    static int[] rotated(int[] last, int i) {
        int[] next = last.clone();
        next[i & 3] = next[i + 1 & 3] * 31 + i;
        return next;
    }

    static BitSet flipped(BitSet last, int i) {
        BitSet next = (BitSet) last.clone();
        next.flip((next.cardinality() * 7 + i) % 40);
        return next;
    }

    static ArrayDeque<Integer> turned(ArrayDeque<Integer> last, int i) {
        ArrayDeque<Integer> next = new ArrayDeque<>(last);
        next.add(next.poll() * 7 + i);
        return next;
    }

    static TreeMap<Integer, String> renamed(TreeMap<Integer, String> last, int i) {
        TreeMap<Integer, String> next = new TreeMap<>(last);
        next.put(i % 6, next.firstEntry().getValue() + "x");
        if (next.get(i % 6).length() > 5) {
            next.put(i % 6, "a");
        }
        return next;
    }

    static PriorityQueue<Integer> replaced(PriorityQueue<Integer> last, int i) {
        PriorityQueue<Integer> next = new PriorityQueue<>(last);
        next.add((next.poll() * 13 + i) % 101);
        return next;
    }

    static List<Integer> sorted(List<Integer> last, int i) {
        List<Integer> next = new ArrayList<>(last);
        next.set(0, (next.get(2) * 17 + i) % 97);
        Collections.sort(next);
        return next;
    }

    static int chain0(int n) {
        List<Integer> s = List.of(1, 2);
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = shifted(s, i);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain1(int n) {
        Map<Integer, Integer> s = Map.of(1, 1);
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping | not-known
            s = counted(s, i);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain2(int n) {
        Set<Integer> s = Set.of(1);
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping | not-known
            s = spread(s, i);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain3(int n) {
        List<String> s = List.of("a");
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = List.of(s.get(0) + i % 10, "b").subList(i % 2, 1 + i % 2);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain4(int n) {
        int[] s = new int[] {1, 2, 3, 4};
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = rotated(s, i);
            o[i] = mix(Arrays.hashCode(s));
        }
        return o[n / 2];
    }

    static int chain5(int n) {
        BitSet s = new BitSet();
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping | not-known
            s = flipped(s, i);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain6(int n) {
        ArrayDeque<Integer> s = new ArrayDeque<>(List.of(1, 2, 3));
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping | not-known
            s = turned(s, i);
            o[i] = mix(new ArrayList<>(s).hashCode());
        }
        return o[n / 2];
    }

    static int chain7(int n) {
        TreeMap<Integer, String> s = new TreeMap<>(Map.of(1, "a"));
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping | not-known
            s = renamed(s, i);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain8(int n) {
        PriorityQueue<Integer> s = new PriorityQueue<>(List.of(5, 3));
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping | not-known
            s = replaced(s, i);
            o[i] = mix(new ArrayList<>(s).hashCode());
        }
        return o[n / 2];
    }

    static int chain9(int n) {
        List<Integer> s = new ArrayList<>(List.of(4, 2, 9));
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping | not-known
            s = sorted(s, i);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    public static void main(String[] args) {
        int n = 120;
        int all = 0;
        all += chain0(n);
        all += chain1(n);
        all += chain2(n);
        all += chain3(n);
        all += chain4(n);
        all += chain5(n);
        all += chain6(n);
        all += chain7(n);
        all += chain8(n);
        all += chain9(n);
        System.out.println(all);
    }
}
