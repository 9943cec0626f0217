package parallel;

import executed.Versions;
import java.util.concurrent.CompletableFuture;

// follows calls: CallBesideCaller.java:4 future
/** The call runs beside the caller's own work and is joined where the two meet. */
public final class CallBesideCaller implements Versions {
    static int work(int seed) {
        int hash = seed;
        for (int j = 0; j < 300; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    @Override
    public String serial() {
        int state = 1;
        for (int i = 0; i < 12; i++) {
            int far = work(state);
            state = far + near(i);
        }
        return "" + state;
    }

    @Override
    public String parallel() {
        int state = 1;
        for (int i = 0; i < 12; i++) {
            int seed = state;
            CompletableFuture<Integer> far = CompletableFuture.supplyAsync(() -> work(seed));
            int near = near(i);
            state = far.join() + near;
        }
        return "" + state;
    }

    private static int near(int i) {
        int near = i;
        for (int j = 0; j < 300; j++) {
            near = near * near % 10009 + j;
        }
        return near;
    }
}
