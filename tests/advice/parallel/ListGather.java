package parallel;

import executed.Versions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

// follows: ListGather.java:5 reduction
/** One list per task, joined in order by the collector. */
public final class ListGather implements Versions {
    @Override
    public String serial() {
        List<Integer> results = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            results.add(i * 7919 % 1009);
        }
        return results.toString();
    }

    @Override
    public String parallel() {
        return IntStream.range(0, 3000).parallel().mapToObj(i -> i * 7919 % 1009).collect(Collectors.toList()).toString();
    }
}
