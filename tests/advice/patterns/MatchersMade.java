import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Each iteration makes a matcher of one pattern: it has nothing to do with those of other iterations. */
public class MatchersMade {
    private static final Pattern ENTRY = Pattern.compile("(\\w+)-(\\d+)");

    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static int apart(List<String> lines) {
        int sum = 0;
        for (String line : lines) { // advice: reduction
            Matcher matcher = ENTRY.matcher(line);
            if (!matcher.matches()) {
                continue;
            }
            sum += mix(Integer.parseInt(matcher.group(2)), 60);
        }
        for (String line : lines) { // advice: reduction
            Matcher matcher = ENTRY.matcher(line);
            while (matcher.find()) {
                sum += mix(matcher.group(1).length(), 60);
            }
        }
        Set<String> words = new HashSet<>();
        for (String line : lines) { // advice: reduction
            words.addAll(Arrays.asList(line.split("-")));
            sum += mix(line.length(), 60);
        }
        return sum + words.size();
    }

    static int shared(List<String> lines) {
        // One matcher goes through a text for all of them.
        Matcher matcher = ENTRY.matcher(String.join(" ", lines));
        int sum = 0;
        for (String line : lines) { // advice: serial | not-known | search | overlapping
            sum += matcher.find() ? mix(matcher.group(1).length() + line.length(), 60) : 1;
        }
        // The text of all matchers grows.
        StringBuilder text = new StringBuilder("a-1 ");
        for (String line : lines) { // advice: serial | not-known | search | overlapping
            text.append(line).append(' ');
            Matcher own = ENTRY.matcher(text);
            while (own.find()) {
                sum += mix(own.end(), 4);
            }
        }
        // Matchers that are kept show how far they are.
        List<Matcher> kept = new ArrayList<>();
        kept.add(ENTRY.matcher(String.join(" ", lines)));
        for (String line : lines) { // advice: serial | not-known | search | overlapping
            kept.get(0).find();
            sum += mix(kept.toString().length() + line.length(), 60);
        }
        return sum;
    }

    public static void main(String[] args) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 90; i++) {
            lines.add("ABC".charAt(i % 3) + "-" + i);
        }
        System.out.println(apart(lines) + shared(lines));
    }
}
