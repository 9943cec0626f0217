package parallel;

import executed.Versions;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

// follows: MapFill.java:5 reduction
/** A concurrent map. */
public final class MapFill implements Versions {
    @Override
    public String serial() {
        Map<Integer, Integer> squares = new HashMap<>();
        for (int i = 0; i < 2000; i++) {
            squares.put(i, i * i % 1009);
        }
        return new TreeMap<>(squares).toString();
    }

    @Override
    public String parallel() {
        Map<Integer, Integer> squares = new ConcurrentHashMap<>();
        IntStream.range(0, 2000).parallel().forEach(i -> squares.put(i, i * i % 1009));
        return new TreeMap<>(squares).toString();
    }
}
