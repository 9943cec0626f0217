/** A builder is read as a CharSequence. */
public class CharSequenceView {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder("a");
        CharSequence seen = text;
        for (int i = 0; i < 500; i++) { // advice: serial | not-known
            text.append((char) ('a' + (seen.charAt(seen.length() - 1) * 7 + i) % 26));
        }
        System.out.println(text);
    }
}
