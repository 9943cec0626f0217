package parallel;

import executed.Versions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// follows: PipelineOfStages.java:15 overlapping
/** A pipeline: one thread per stage, through which the items go in order. */
public final class PipelineOfStages implements Versions {
    static int stage(int[] state, int which, int item) {
        int hash = state[which] + item;
        for (int j = 0; j < 50; j++) {
            hash = hash * hash % 10007 + j;
        }
        state[which] = hash;
        return hash;
    }

    @Override
    public String serial() {
        int[] state = new int[3];
        int[] results = new int[60];
        for (int i = 0; i < results.length; i++) {
            int one = stage(state, 0, i);
            int two = stage(state, 1, one);
            results[i] = stage(state, 2, two);
        }
        return Arrays.toString(results);
    }

    @Override
    public String parallel() {
        int[] state = new int[3];
        ExecutorService[] stages = new ExecutorService[3];
        Arrays.setAll(stages, which -> Executors.newSingleThreadExecutor());
        List<CompletableFuture<Integer>> items = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            int item = i;
            CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> stage(state, 0, item), stages[0]);
            CompletableFuture<Integer> two = one.thenApplyAsync(value -> stage(state, 1, value), stages[1]);
            items.add(two.thenApplyAsync(value -> stage(state, 2, value), stages[2]));
        }
        List<Integer> results = new ArrayList<>();
        items.forEach(item -> results.add(item.join()));
        Arrays.asList(stages).forEach(ExecutorService::shutdown);
        return results.toString();
    }
}
