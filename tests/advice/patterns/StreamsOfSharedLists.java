import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Each iteration looks at one list by a stream of its own: the list stays as it is. */
public class StreamsOfSharedLists {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v & 1023;
    }

    static List<Integer> list() {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            list.add(i * 7);
        }
        return list;
    }

    static int apart(int n) {
        List<Integer> list = list();
        List<Integer> fixed = List.of(1, 2, 3, 4);
        int[] out = new int[n];
        for (int i = 0; i < n; i++) { // advice: independent
            out[i] = mix(list.stream().mapToInt(k -> k).sum() + i, 60);
        }
        int[] next = new int[n];
        for (int i = 0; i < n; i++) { // advice: independent
            int least = i % 9;
            Stream<Integer> greater = fixed.stream().filter(k -> k > least);
            next[i] = mix((int) greater.count() + i, 60);
        }
        return out[3] + next[4];
    }

    static int inOrder(int n) {
        // The list grows.
        List<Integer> list = list();
        int[] out = new int[n];
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            out[i] = mix((int) list.stream().filter(k -> k > 3).count() + i, 60);
            list.add(i);
        }
        // The last iteration empties it.
        List<Integer> emptied = list();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            out[i] += mix((int) emptied.stream().filter(k -> k > 3).count() + i, 60);
            if (i == n - 1) {
                emptied.clear();
            }
        }
        // All elements go into one text.
        List<String> names = List.of("a", "b", "c");
        List<Integer> fixed = List.of(1, 2, 3);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            names.stream().forEach(text::append);
            out[i] += mix(text.length() + i, 60);
        }
        // Each element is asked for as often as there were iterations before.
        int[] asked = {0};
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            out[i] += mix(list().stream().mapToInt(k -> k + asked[0]++).sum() + i, 60);
        }
        // The streams are there already; what they give is decided when they are asked.
        List<Integer> late = list();
        List<Stream<Integer>> streams = new ArrayList<>();
        IntStream[] mapped = new IntStream[n];
        for (int i = 0; i < n; i++) {
            streams.add(late.stream());
            mapped[i] = late.stream().filter(k -> k > 2).mapToInt(k -> k);
        }
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            out[i] += mix((int) streams.get(i).count() + i, 60);
            late.add(i);
        }
        late.remove(0);
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            out[i] += mix(mapped[i].sum() + i, 60);
            late.add(i);
        }
        // All gather in one list.
        List<Integer> gathered = new ArrayList<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int size = fixed.stream().collect(Collectors.toCollection(() -> gathered)).size();
            out[i] += mix(size + i, 60);
        }
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int size = fixed.stream().map(k -> k + 1).collect(() -> gathered, List::add, List::addAll).size();
            out[i] += mix(size + i, 60);
        }
        return out[5] + text.length();
    }

    public static void main(String[] args) {
        System.out.println(apart(90));
        System.out.println(inOrder(90));
    }
}
