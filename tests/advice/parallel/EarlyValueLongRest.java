package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;

// follows: EarlyValueLongRest.java:6 overlapping
/** The caller computes one seed after the other; the rest of each iteration runs beside it. */
public final class EarlyValueLongRest implements Versions {
    @Override
    public String serial() {
        int[] results = new int[80];
        int seed = 42;
        for (int i = 0; i < results.length; i++) {
            seed = seed * seed % 10007 + 3;
            results[i] = rest(seed);
        }
        return Arrays.toString(results);
    }

    @Override
    public String parallel() throws Exception {
        List<Future<Integer>> rests = new ArrayList<>();
        int seed = 42;
        for (int i = 0; i < 80; i++) {
            seed = seed * seed % 10007 + 3;
            int own = seed;
            rests.add(Tasks.POOL.submit(() -> rest(own)));
        }
        List<Integer> results = new ArrayList<>();
        for (Future<Integer> rest : rests) {
            results.add(rest.get());
        }
        return results.toString();
    }

    private static int rest(int seed) {
        int hash = seed;
        for (int j = 0; j < 80; j++) {
            hash = hash * hash % 10009 + j;
        }
        return hash;
    }
}
