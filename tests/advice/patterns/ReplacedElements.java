import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The library replaces elements by what a function gives for them, or removes those for which one says so. */
public class ReplacedElements {
    static long last;

    static long work(long n) {
        long x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    static List<Long> numbers() {
        List<Long> numbers = new ArrayList<>();
        for (long i = 0; i < 300; i++) {
            numbers.add(i);
        }
        return numbers;
    }

    static long sum(Iterable<Long> numbers) {
        long sum = 0;
        for (long number : numbers) {
            sum = sum * 3 + number;
        }
        return sum;
    }

    static long replaced() {
        List<Long> numbers = numbers();
        numbers.replaceAll(x -> work(x)); // advice of stream: independent
        return sum(numbers);
    }

    static long replacedByChain() {
        List<Long> numbers = numbers();
        numbers.replaceAll(x -> last = work(x + last)); // advice of stream: serial
        return sum(numbers);
    }

    static long replacedByOthers() {
        List<Long> numbers = numbers();
        numbers.replaceAll(x -> work(x + numbers.get(0))); // advice of stream: not-known
        return sum(numbers);
    }

    static long removed() {
        List<Long> numbers = numbers();
        numbers.removeIf(x -> work(x) % 3 == 0); // advice of stream: independent
        return sum(numbers);
    }

    static long removedByChain() {
        List<Long> numbers = numbers();
        numbers.removeIf(x -> (last = work(x + last)) % 3 == 0); // advice of stream: serial
        return sum(numbers);
    }

    static long removedByNumber() {
        Set<Long> numbers = new HashSet<>(numbers());
        numbers.removeIf(x -> work(x) % 300 < numbers.size()); // advice of stream: not-known
        return sum(numbers);
    }

    static long replacedInMap() {
        Map<Long, Long> squares = new TreeMap<>();
        for (long i = 0; i < 300; i++) {
            squares.put(i, i * i);
        }
        squares.replaceAll((key, value) -> work(key + value)); // advice of stream: independent
        return sum(squares.values());
    }

    static long replacedByMap() {
        Map<Long, Long> squares = new HashMap<>();
        for (long i = 0; i < 300; i++) {
            squares.put(i, i * i);
        }
        squares.replaceAll((key, value) -> work(value + squares.get(0L))); // advice of stream: not-known
        return sum(squares.values());
    }

    public static void main(String[] args) {
        System.out.println(replaced() + " " + replacedByChain() + " " + replacedByOthers() + " " + removed() + " "
                + removedByChain() + " " + removedByNumber() + " " + replacedInMap() + " " + replacedByMap());
    }
}
