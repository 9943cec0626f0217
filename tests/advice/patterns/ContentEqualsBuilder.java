/** A text is compared with a builder. */
public class ContentEqualsBuilder {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder("a");
        int equal = 0;
        for (int i = 0; i < 500; i++) { // advice: serial | not-known
            text.append("a".contentEquals(text) ? 'a' : "aab".contains(text) ? 'b' : 'c');
        }
        System.out.println(text);
    }
}
