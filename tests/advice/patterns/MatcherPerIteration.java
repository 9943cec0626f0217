/** The matcher is given a new text in each iteration and keeps nothing of the last one: one matcher per task. */
public class MatcherPerIteration {
    public static void main(String[] args) {
        java.util.regex.Matcher matcher = java.util.regex.Pattern.compile("[a-m]+").matcher("");
        String[] words = {"jumps", "over", "lazy", "brown"};
        int[] starts = new int[2000];
        for (int i = 0; i < starts.length; i++) { // advice: private-copies | with-changes | not-known
            matcher.reset(words[i * 7919 % 1009 % 4]);
            starts[i] = matcher.find() ? matcher.start() * 3 : -1;
        }
        System.out.println(starts[3] + starts[1999]);
    }
}
