package parallel;

import executed.Versions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

// follows stream: ReplacedElements.java:39 independent
// follows stream: ReplacedElements.java:57 independent
// follows stream: ReplacedElements.java:78 independent
/** New values and decisions in parallel, changed where they are behind that. */
public final class ReplacedElements implements Versions {
    static long work(long n) {
        long x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    private static List<Long> numbers() {
        return IntStream.range(0, 300).mapToObj(i -> (long) i).collect(Collectors.toCollection(ArrayList::new));
    }

    private static Map<Long, Long> squares() {
        Map<Long, Long> squares = new TreeMap<>();
        for (long i = 0; i < 300; i++) {
            squares.put(i, i * i);
        }
        return squares;
    }

    private static List<Long> replaced() {
        List<Long> numbers = numbers();
        numbers.replaceAll(x -> work(x));
        return numbers;
    }

    private static List<Long> left() {
        List<Long> numbers = numbers();
        numbers.removeIf(x -> work(x) % 3 == 0);
        return numbers;
    }

    @Override
    public String serial() {
        Map<Long, Long> squares = squares();
        squares.replaceAll((key, value) -> work(key + value));
        return replaced() + " " + left() + " " + squares;
    }

    @Override
    public String parallel() {
        List<Long> replaced = numbers();
        IntStream.range(0, replaced.size()).parallel().forEach(i -> replaced.set(i, work(replaced.get(i))));
        List<Long> left = numbers();
        boolean[] goes = new boolean[left.size()];
        IntStream.range(0, goes.length).parallel().forEach(i -> goes[i] = work(left.get(i)) % 3 == 0);
        Iterator<Long> at = left.iterator();
        for (boolean one : goes) {
            at.next();
            if (one) {
                at.remove();
            }
        }
        Map<Long, Long> squares = squares();
        squares.entrySet().parallelStream().forEach(entry -> entry.setValue(work(entry.getKey() + entry.getValue())));
        return replaced + " " + left + " " + squares;
    }
}
