/** The matcher goes on searching where its last match ended. */
public class MatcherFinds {
    public static void main(String[] args) {
        var matcher = java.util.regex.Pattern.compile("[a-z]+").matcher("the quick brown fox jumps ".repeat(400));
        int[] starts = new int[2000];
        int found = 0;
        while (matcher.find()) { // advice: serial | not-known | search | scan
            int start = matcher.start();
            starts[found++] = start * 3 % 31;
        }
        System.out.println(found + starts[1999]);
    }
}
