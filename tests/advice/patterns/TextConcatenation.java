/** A string grows by `+=`: parts can be joined in order. */
public class TextConcatenation {
    public static void main(String[] args) {
        String text = "";
        for (int i = 0; i < 2000; i++) { // advice: reduction | serial via text
            text += (char) ('a' + i * 7919 % 1009 % 26);
        }
        System.out.println(text.length());
    }
}
