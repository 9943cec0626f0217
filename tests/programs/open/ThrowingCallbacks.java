import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Exceptions thrown by what library code calls back: sort, forEach, computeIfAbsent, removeIf, streams, iterators. */
public class ThrowingCallbacks {
    static int calls;

    static int step(int x, int limit) {
        if (++calls % 7 == limit) {
            throw new IllegalStateException("at " + x);
        }
        return x * 2;
    }

    static String attempt(String name, Runnable action) {
        try {
            action.run();
            return name + " done " + calls;
        } catch (IllegalStateException e) {
            return name + " " + e.getMessage() + " " + calls;
        } finally {
            calls += 3;
        }
    }

    public static void main(String[] args) {
        List<Integer> numbers = new ArrayList<>(Arrays.asList(5, 3, 8, 1, 9, 2));
        Map<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < 7; i++) {
            int limit = i;
            System.out.println(attempt("sort", () -> numbers.sort((a, b) -> step(a, limit) - step(b, limit))));
            System.out.println(attempt("forEach", () -> numbers.forEach(x -> step(x, limit))));
            System.out.println(attempt("compute", () -> map.computeIfAbsent(limit, k -> step(k, limit))));
            System.out.println(attempt("merge", () -> map.merge(limit, 1, (a, b) -> step(a + b, limit))));
            System.out.println(attempt("remove", () -> numbers.removeIf(x -> step(x, limit) > 100)));
            System.out.println(attempt("stream", () -> IntStream.range(0, 9).map(x -> step(x, limit)).filter(x -> x > 4).sum()));
            System.out.println(attempt("tree", () -> new TreeMap<Integer, Integer>((a, b) -> step(a - b, limit)).put(1, 2)));
            System.out.println(attempt("replace", () -> numbers.replaceAll(x -> step(x, limit) / 2)));
        }
        System.out.println(numbers + " " + map.size() + " " + calls);
    }
}
