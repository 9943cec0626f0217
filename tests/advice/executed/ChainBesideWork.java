package executed;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** A chain: each link follows from the one before, and work from each of them. */
public final class ChainBesideWork<T> {
    public static final int N = 120;
    private static final int ROUNDS = 30;
    private final T first;
    private final Link<T> link;
    private final ToIntFunction<T> hash;

    public ChainBesideWork(T first, Link<T> link, ToIntFunction<T> hash) {
        this.first = first;
        this.link = link;
        this.hash = hash;
    }

    /** What gives the next link. */
    public interface Link<T> {
        T next(T last, int i);
    }

    /** The links, one after the other. */
    public final class Links {
        private T last = first;

        public void next(int i) {
            last = link.next(last, i);
        }

        public int work() {
            return workOn(last);
        }
    }

    public Links links() {
        return new Links();
    }

    /** The links come first, one after the other; then all that is computed of them. */
    public int[] parallel() throws Exception {
        List<T> links = new ArrayList<>();
        T last = first;
        for (int i = 0; i < N; i++) {
            last = link.next(last, i);
            links.add(last);
        }
        int[] found = new int[N];
        Tasks.chunks(0, N, (from, to) -> {
            for (int i = from; i < to; i++) {
                found[i] = workOn(links.get(i));
            }
        });
        return found;
    }

    private int workOn(T last) {
        int v = hash.applyAsInt(last);
        for (int k = 0; k < ROUNDS; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v += k;
        }
        return v;
    }
}
