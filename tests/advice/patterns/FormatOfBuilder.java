/** The text so far, as a format sees it, decides what is appended. */
public class FormatOfBuilder {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder("a");
        for (int i = 0; i < 300; i++) { // advice: serial | not-known
            String so = String.format("<%s>", text);
            text.append(so.hashCode() & 7);
        }
        System.out.println(text);
    }
}
