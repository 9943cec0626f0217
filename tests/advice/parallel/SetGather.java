package parallel;

import executed.Versions;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

// follows: SetGather.java:5 reduction
/** A concurrent set. */
public final class SetGather implements Versions {
    @Override
    public String serial() {
        Set<Integer> values = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            values.add(i * i % 1009);
        }
        return new TreeSet<>(values).toString();
    }

    @Override
    public String parallel() {
        Set<Integer> values = ConcurrentHashMap.newKeySet();
        IntStream.range(0, 2000).parallel().forEach(i -> values.add(i * i % 1009));
        return new TreeSet<>(values).toString();
    }
}
