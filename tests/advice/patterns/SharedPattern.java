import java.io.File;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Iterations use one pattern and one file name, which nobody can change, each with a matcher of its own; a shared matcher is another thing. */
public class SharedPattern {
    static int digits(Matcher matcher) {
        int sum = 0;
        while (matcher.find()) {
            sum = sum * 31 % 10007 + matcher.group().length();
        }
        return sum;
    }

    static int weight(String text) {
        int sum = 0;
        for (int k = 0; k < 30; k++) {
            sum = (sum * 31 + text.charAt(k % text.length())) % 10007;
        }
        return sum;
    }

    public static void main(String[] args) {
        Pattern pattern = Pattern.compile("[0-9]+");
        File file = new File("orders.txt");
        int[] found = new int[1000];
        for (int i = 0; i < found.length; i++) { // advice: independent | with-changes
            String text = file.getName() + i + " " + pattern.pattern() + i * 7;
            found[i] = digits(pattern.matcher(text)) + weight(text);
        }
        Matcher shared = pattern.matcher("");
        int[] again = new int[1000];
        for (int i = 0; i < again.length; i++) { // advice: with-changes | not-known | serial via Matcher
            again[i] = digits(shared.reset("order " + i)) + weight("order " + i);
        }
        System.out.println(found[999] + again[999]);
    }
}
