/** The length of the text so far decides where a line is broken. */
public class TextWrapped {
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known | scan
            text.append(i * 7919 % 1009).append(' ');
            if (text.length() % 64 < 4) {
                text.append('\n');
            }
        }
        System.out.println(text.length());
    }
}
