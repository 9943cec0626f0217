import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Functions of untraced objects that untraced code runs: no instruction shows what they read and change. */
public class FunctionsOfTheLibrary {
    static int work(int x) {
        for (int k = 0; k < 20; k++) {
            x = x * 31 + (x >>> 7) + k;
        }
        return x & 0xffff;
    }

    public static void main(String[] args) {
        int[] out = new int[2000];
        List<Integer> added = new ArrayList<>();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            Map<Integer, Boolean> own = new HashMap<>();
            own.computeIfAbsent(work(i), added::add);
            out[i] = own.size();
        }
        Map<Integer, Integer> other = new HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            int key = work(i) % 50;
            other.put(key, i);
            Map<Integer, Integer> own = new HashMap<>();
            Integer value = own.computeIfAbsent((key + 1) % 50, other::get);
            out[i] += value == null ? 0 : value;
        }
        Map<Integer, Integer> rank = new HashMap<>();
        for (int i = 0; i < 50; i++) {
            rank.put(i, 50 - i);
        }
        Comparator<Integer> byRank = Comparator.comparing(rank::get);
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            out[i] += work(i) + byRank.compare(i % 50, (i + 1) % 50);
            rank.put(work(i) % 50, i);
        }
        List<Integer> growing = new ArrayList<>();
        Iterator<Integer> sizes = Stream.generate(growing::size).iterator();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            out[i] += work(sizes.next());
            growing.add(i);
        }
        for (int i = 0; i < 2000; i++) { // advice: reduction via Map
            Integer value = work(i);
            other.merge(value % 7, 1, Integer::sum);
        }
        System.out.println(out[1999] + added.size() + growing.size() + other.size());
    }
}
