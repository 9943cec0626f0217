package parallel;

import executed.ChainBesideWork;
import executed.Versions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

// follows: ChainsOfTexts.java:19 overlapping
// follows: ChainsOfTexts.java:29 overlapping
// follows: ChainsOfTexts.java:39 overlapping
// follows: ChainsOfTexts.java:49 overlapping
// follows: ChainsOfTexts.java:59 overlapping
// follows: ChainsOfTexts.java:69 overlapping
// follows: ChainsOfTexts.java:79 overlapping
// follows: ChainsOfTexts.java:89 overlapping
// follows: ChainsOfTexts.java:99 overlapping
// follows: ChainsOfTexts.java:109 overlapping
/** The links come first, one after the other; then all that is computed of them. */
public final class ChainsOfTexts implements Versions {
    private static final List<ChainBesideWork<?>> CHAINS = Arrays.asList(
        new ChainBesideWork<String>("a", (s, i) -> s.length() > 9 ? "b" + i % 10 : s + i % 10, s -> s.hashCode()),
        new ChainBesideWork<String>("abcdef", (s, i) -> s.substring(1) + (char) ('a' + i % 26), s -> s.hashCode()),
        new ChainBesideWork<String>("abcabc", (s, i) -> s.replace('a', 'b').substring(1).concat(i % 3 == 0 ? "a" : "c"), s -> s.hashCode()),
        new ChainBesideWork<String>("xyz", (s, i) -> new StringBuilder(s).reverse().append(i % 10).substring(1), s -> s.hashCode()),
        new ChainBesideWork<String>("12345", (s, i) -> s.concat("x").substring(1).replace('x', (char) ('0' + i % 7)), s -> s.hashCode()),
        new ChainBesideWork<String>("7", (s, i) -> String.valueOf(s.hashCode() % 1009 + i), s -> s.hashCode()),
        new ChainBesideWork<String>("ab", (s, i) -> (s + i % 10).toUpperCase(Locale.ROOT).substring(s.length() > 8 ? 4 : 0), s -> s.hashCode()),
        new ChainBesideWork<String>("5", (s, i) -> Integer.toString(Integer.parseInt(s) * 7 % 1009 + 1), s -> s.hashCode()),
        new ChainBesideWork<String>("0", (s, i) -> s.indexOf('3') < 0 ? s + i % 10 : s.substring(0, 1) + i % 5, s -> s.hashCode()),
        new ChainBesideWork<String>("q", (s, i) -> String.join("-", s.substring(Math.max(0, s.length() - 3)), "" + i % 10), s -> s.hashCode()));

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
