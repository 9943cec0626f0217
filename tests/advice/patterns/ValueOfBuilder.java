/** String.valueOf sees the text so far. */
public class ValueOfBuilder {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder("a");
        for (int i = 0; i < 300; i++) { // advice: serial | not-known
            text.append(String.valueOf(text).hashCode() & 7);
        }
        System.out.println(text);
    }
}
