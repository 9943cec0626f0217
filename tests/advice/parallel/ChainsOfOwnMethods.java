package parallel;

import executed.ChainBesideWork;
import executed.Versions;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;

// follows: ChainsOfOwnMethods.java:79 overlapping
// follows: ChainsOfOwnMethods.java:89 overlapping
// follows: ChainsOfOwnMethods.java:99 overlapping
// follows: ChainsOfOwnMethods.java:109 overlapping
// follows: ChainsOfOwnMethods.java:119 overlapping
// follows: ChainsOfOwnMethods.java:129 overlapping
// follows: ChainsOfOwnMethods.java:139 overlapping
// follows: ChainsOfOwnMethods.java:149 overlapping
// follows: ChainsOfOwnMethods.java:159 overlapping
// follows: ChainsOfOwnMethods.java:169 overlapping
/** The links come first, one after the other; then all that is computed of them. */
public final class ChainsOfOwnMethods implements Versions {
    private static final List<ChainBesideWork<?>> CHAINS = Arrays.asList(
        new ChainBesideWork<Integer>(1, (s, i) -> step(s, i), s -> s),
        new ChainBesideWork<Long>(1L, (s, i) -> wide(s, i), s -> Long.hashCode(s)),
        new ChainBesideWork<Integer>(1, (s, i) -> folded(s, i, 5), s -> s),
        new ChainBesideWork<Pair>(new Pair(1, 2), (s, i) -> s.next(i), s -> s.hashCode()),
        new ChainBesideWork<Integer>(1, (s, i) -> step(step(s, i), i + 1), s -> s),
        new ChainBesideWork<Integer>(1, (s, i) -> chosen(s, i), s -> s),
        new ChainBesideWork<int[]>(new int[] {1, 2, 3}, (s, i) -> turned(s, i), s -> Arrays.hashCode(s)),
        new ChainBesideWork<Integer>(1, (s, i) -> ChainsOfOwnMethods.NEXT.applyAsInt(s, i), s -> s),
        new ChainBesideWork<Double>(1.0, (s, i) -> smoothed(s, i), s -> Double.hashCode(s)),
        new ChainBesideWork<String>("a", (s, i) -> spelled(s, i), s -> s.hashCode()));

    static final IntBinaryOperator NEXT = (last, i) -> last * 31 + (last >>> 5) + i;

    static final class Pair {
        final int a;
        final int b;

        Pair(int a, int b) {
            this.a = a;
            this.b = b;
        }

        Pair next(int i) {
            return new Pair(b * 31 + i, a ^ b);
        }

        @Override
        public int hashCode() {
            return a * 31 + b;
        }
    }

    static int step(int last, int i) {
        int next = last;
        for (int k = 0; k < 6; k++) {
            next = next * 31 + (next >>> 7) + i;
        }
        return next;
    }

    static long wide(long last, int i) {
        return (last ^ last << 13) * 7 + i;
    }

    static int folded(int last, int i, int left) {
        return left == 0 ? last : folded(last * 7 + i, i + 1, left - 1);
    }

    static int chosen(int last, int i) {
        switch (last & 3) {
            case 0:
                return last + 5 + i;
            case 1:
                return last * 3;
            default:
                return (last >> 1) + i * 7;
        }
    }

    static int[] turned(int[] last, int i) {
        return new int[] {last[1], last[2] + i, last[0] * 31};
    }

    static double smoothed(double last, int i) {
        return last * 0.75 + Math.sqrt(i) * 0.25;
    }

    static String spelled(String last, int i) {
        return last.length() > 6 ? "z" : last + (char) ('a' + i % 26);
    }

    @Override
    public String serial() {
        int n = ChainBesideWork.N;
        StringBuilder all = new StringBuilder();
        for (ChainBesideWork<?> chain : CHAINS) {
            int[] o = new int[n];
            ChainBesideWork<?>.Links links = chain.links();
            for (int i = 0; i < n; i++) {
                links.next(i);
                o[i] = links.work();
            }
            all.append(Arrays.toString(o));
        }
        return all.toString();
    }

    @Override
    public String parallel() throws Exception {
        StringBuilder all = new StringBuilder();
        for (ChainBesideWork<?> chain : CHAINS) {
            all.append(Arrays.toString(chain.parallel()));
        }
        return all.toString();
    }
}
