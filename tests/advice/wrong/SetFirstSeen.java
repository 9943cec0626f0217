package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

// follows: SetFirstSeen.java:6 reduction
/** A concurrent set says that a value is new to whoever comes first, and that is not the first iteration. */
public final class SetFirstSeen implements Versions {
    @Override
    public String serial() {
        Set<Integer> seen = new HashSet<>();
        int[] firsts = new int[2000];
        for (int i = 0; i < firsts.length; i++) {
            if (seen.add(i * i % 1009)) {
                firsts[i] = i;
            }
        }
        return Arrays.toString(firsts);
    }

    @Override
    public String parallel() throws Exception {
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        int[] firsts = new int[2000];
        Tasks.chunks(0, firsts.length, (from, to) -> {
            for (int i = from; i < to; i++) {
                if (seen.add(i * i % 1009)) {
                    firsts[i] = i;
                }
            }
        });
        return Arrays.toString(firsts);
    }
}
