/** Each character of a builder is computed from the one before it. */
public class TextCharChain {
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder("m".repeat(2000));
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int before = text.charAt(i - 1) - 'a';
            text.setCharAt(i, (char) ('a' + (before * before + i) % 26));
        }
        System.out.println(text.charAt(1999));
    }
}
