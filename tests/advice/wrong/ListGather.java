package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

// follows: ListGather.java:5 independent
/** Even if the list is synchronized, elements come in the order in which tasks run. */
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
    public String parallel() throws Exception {
        List<Integer> results = Collections.synchronizedList(new ArrayList<>());
        Tasks.chunks(0, 3000, (from, to) -> {
            for (int i = from; i < to; i++) {
                results.add(i * 7919 % 1009);
            }
        });
        return results.toString();
    }
}
