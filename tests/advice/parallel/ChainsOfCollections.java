package parallel;

import executed.ChainBesideWork;
import executed.Versions;
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

// follows: ChainsOfCollections.java:88 overlapping
// follows: ChainsOfCollections.java:118 overlapping
// follows: ChainsOfCollections.java:128 overlapping
/** The links come first, one after the other; then all that is computed of them. */
public final class ChainsOfCollections implements Versions {
    private static final List<ChainBesideWork<?>> CHAINS = Arrays.asList(
        new ChainBesideWork<List<Integer>>(List.of(1, 2), (s, i) -> shifted(s, i), s -> s.hashCode()),
        new ChainBesideWork<Map<Integer, Integer>>(Map.of(1, 1), (s, i) -> counted(s, i), s -> s.hashCode()),
        new ChainBesideWork<Set<Integer>>(Set.of(1), (s, i) -> spread(s, i), s -> s.hashCode()),
        new ChainBesideWork<List<String>>(List.of("a"), (s, i) -> List.of(s.get(0) + i % 10, "b").subList(i % 2, 1 + i % 2), s -> s.hashCode()),
        new ChainBesideWork<int[]>(new int[] {1, 2, 3, 4}, (s, i) -> rotated(s, i), s -> Arrays.hashCode(s)),
        new ChainBesideWork<BitSet>(new BitSet(), (s, i) -> flipped(s, i), s -> s.hashCode()),
        new ChainBesideWork<ArrayDeque<Integer>>(new ArrayDeque<>(List.of(1, 2, 3)), (s, i) -> turned(s, i), s -> new ArrayList<>(s).hashCode()),
        new ChainBesideWork<TreeMap<Integer, String>>(new TreeMap<>(Map.of(1, "a")), (s, i) -> renamed(s, i), s -> s.hashCode()),
        new ChainBesideWork<PriorityQueue<Integer>>(new PriorityQueue<>(List.of(5, 3)), (s, i) -> replaced(s, i), s -> new ArrayList<>(s).hashCode()),
        new ChainBesideWork<List<Integer>>(new ArrayList<>(List.of(4, 2, 9)), (s, i) -> sorted(s, i), s -> s.hashCode()));

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

    @Override
    public String serial() {
        int n = ChainBesideWork.N;
        StringBuilder all = new StringBuilder();
        for (ChainBesideWork<?> chain : CHAINS) {
            int[] o = new int[n];
            ChainBesideWork<?>.Links links = chain.links();
            for (int i = 0; i < n; i++) {
                links.next(i);
                o[i] = links.work();
            }
            all.append(Arrays.toString(o));
        }
        return all.toString();
    }

    @Override
    public String parallel() throws Exception {
        StringBuilder all = new StringBuilder();
        for (ChainBesideWork<?> chain : CHAINS) {
            all.append(Arrays.toString(chain.parallel()));
        }
        return all.toString();
    }
}
