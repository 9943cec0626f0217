import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Streams: library code that calls traced code back, lazily and in its own order. */
public class Streams {
    static int calls;

    static boolean keep(int x) {
        calls++;
        return x % 3 != 0;
    }

    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 50).filter(Streams::keep).map(x -> x * x).sum() + " " + calls);
        List<String> words = List.of("one", "three", "five", "seven", "nine", "ten");
        Map<Integer, List<Character>> initials = words.stream().collect(Collectors.groupingBy(String::length,
            TreeMap::new, Collectors.mapping(w -> w.charAt(0), Collectors.toList())));
        System.out.println(initials);
        System.out.println(Stream.iterate(1, x -> x * 3 + 1).limit(8).map(String::valueOf)
            .collect(Collectors.joining("|")));
        System.out.println(words.stream().sorted((a, b) -> b.compareTo(a)).skip(2).findFirst().orElse("none"));
        System.out.println(IntStream.rangeClosed(1, 100).parallel().mapToLong(x -> (long) x * x).sum());
    }
}
