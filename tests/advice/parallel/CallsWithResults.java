package parallel;

import executed.Versions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

// follows calls: CallsWithResults.java:4 future
/** Calls start early and are joined where their results are used. */
public final class CallsWithResults implements Versions {
    static int work(int seed) {
        int hash = seed;
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    @Override
    public String serial() {
        List<Integer> results = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            results.add(work(i));
        }
        return results.toString();
    }

    @Override
    public String parallel() {
        List<CompletableFuture<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            int seed = i;
            calls.add(CompletableFuture.supplyAsync(() -> work(seed)));
        }
        List<Integer> results = new ArrayList<>();
        calls.forEach(call -> results.add(call.join()));
        return results.toString();
    }
}
