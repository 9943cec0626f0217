package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

// follows: MatchersMade.java:25 reduction
/** Tasks share the pattern; each iteration has a matcher of its own. */
public final class MatchersMade implements Versions {
    private static final Pattern ENTRY = Pattern.compile("(\\w+)-(\\d+)");

    private static final int N = 300;

    @Override
    public String serial() {
        List<String> lines = lines();
        int sum = 0;
        for (String line : lines) {
            Matcher matcher = ENTRY.matcher(line);
            if (!matcher.matches()) {
                continue;
            }
            sum += key(Integer.parseInt(matcher.group(2)));
        }
        return "" + sum;
    }

    @Override
    public String parallel() throws Exception {
        List<String> lines = lines();
        int sum = 0;
        for (int part : Tasks.results(0, N, (from, to) -> sum(lines.subList(from, to)))) {
            sum += part;
        }
        return "" + sum;
    }

    private static int sum(List<String> lines) {
        int sum = 0;
        for (String line : lines) {
            Matcher matcher = ENTRY.matcher(line);
            if (!matcher.matches()) {
                continue;
            }
            sum += key(Integer.parseInt(matcher.group(2)));
        }
        return sum;
    }

    private static List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < N; i++) {
            lines.add((i % 11 == 3 ? "?" : "a-") + i);
        }
        return lines;
    }

    private static int key(int i) {
        int hash = i;
        for (int round = 0; round < 40; round++) {
            hash = hash * hash % 10007 + round;
        }
        return hash % 50;
    }
}
