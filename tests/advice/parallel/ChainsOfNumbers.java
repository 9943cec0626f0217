package parallel;

import executed.ChainBesideWork;
import executed.Versions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;

// follows: ChainsOfNumbers.java:21 overlapping
// follows: ChainsOfNumbers.java:31 overlapping
// follows: ChainsOfNumbers.java:41 overlapping
// follows: ChainsOfNumbers.java:51 overlapping
// follows: ChainsOfNumbers.java:61 overlapping
// follows: ChainsOfNumbers.java:71 overlapping
// follows: ChainsOfNumbers.java:81 overlapping
// follows: ChainsOfNumbers.java:91 overlapping
// follows: ChainsOfNumbers.java:101 overlapping
// follows: ChainsOfNumbers.java:111 overlapping
/** The links come first, one after the other; then all that is computed of them. */
public final class ChainsOfNumbers implements Versions {
    private static final List<ChainBesideWork<?>> CHAINS = Arrays.asList(
        new ChainBesideWork<Long>(5L, (s, i) -> (s * 0x5DEECE66DL + 0xBL + i) & ((1L << 48) - 1), s -> Long.hashCode(s)),
        new ChainBesideWork<Double>(0.3, (s, i) -> 3.9 * s * (1 - s) + i * 1e-9, s -> Double.hashCode(s)),
        new ChainBesideWork<BigInteger>(BigInteger.TWO, (s, i) -> s.multiply(BigInteger.valueOf(31)).add(BigInteger.valueOf(i)).mod(BigInteger.valueOf(1000003)), s -> s.hashCode()),
        new ChainBesideWork<BigDecimal>(BigDecimal.ONE, (s, i) -> s.multiply(BigDecimal.valueOf(17, 1)).remainder(BigDecimal.TEN).setScale(6, RoundingMode.HALF_UP).add(BigDecimal.ONE), s -> s.hashCode()),
        new ChainBesideWork<Integer>(9, (s, i) -> Integer.reverse(s) * 31 + i, s -> s),
        new ChainBesideWork<Long>(77L, (s, i) -> Long.rotateLeft(s, 7) ^ (s + i), s -> Long.hashCode(s)),
        new ChainBesideWork<Integer>(3, (s, i) -> Math.floorMod(s * s - i, 10007), s -> s),
        new ChainBesideWork<Integer>(1, (s, i) -> (s ^ s << 5) * 7 + (s >>> 3) + i, s -> s),
        new ChainBesideWork<Float>(0.5f, (s, i) -> s * 1.75f % 1.5f + 0.001f * i, s -> Float.hashCode(s)),
        new ChainBesideWork<Character>('a', (s, i) -> (char) ('a' + (s * 7 + i) % 26), s -> (int) s));

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
