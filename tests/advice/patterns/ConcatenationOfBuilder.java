/** The text so far, as a concatenation sees it, decides what is appended. */
public class ConcatenationOfBuilder {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder("a");
        for (int i = 0; i < 300; i++) { // advice: serial | not-known
            String so = "<" + text + ">";
            text.append(so.hashCode() & 7);
        }
        System.out.println(text);
    }
}
