package parallel;

import executed.Versions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

// follows stream: StreamGrouped.java:21 independent
/** The parallel stream, as advised. */
public final class StreamGrouped implements Versions {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    @Override
    public String serial() {
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ids.add(i);
        }
        Map<Integer, Long> groups = ids.stream().collect(Collectors.groupingBy(id -> work(id) % 7, Collectors.counting()));
        return groups.toString();
    }

    @Override
    public String parallel() {
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ids.add(i);
        }
        Map<Integer, Long> groups = ids.stream().parallel().collect(Collectors.groupingBy(id -> work(id) % 7, Collectors.counting()));
        return groups.toString();
    }
}
