/** A number is parsed from a builder that earlier iterations have filled. */
public class ParsedFromBuilder {
    public static void main(String[] args) {
        StringBuilder digits = new StringBuilder("1");
        int[] values = new int[600];
        for (int i = 0; i < 600; i++) { // advice: serial | not-known
            values[i] = Integer.parseInt(digits, Math.max(0, digits.length() - 3), digits.length(), 10);
            digits.append(values[i] * 7 % 10);
        }
        System.out.println(values[599]);
    }
}
