/** A call fills an array, and the library makes a text of it for the caller. */
public class CallsFillForText {
    static final char[] DIGITS = new char[9];

    static void fill(int value) {
        int rest = value; // advice of calls: future | with-changes | not-known via DIGITS
        for (int round = 0; round < 30; round++) {
            for (int k = 8; k >= 0; k--) {
                rest = rest * 31 % 10007 + round;
                DIGITS[k] = (char) ('0' + rest % 10);
            }
        }
    }

    public static void main(String[] args) {
        String[] texts = new String[40];
        for (int i = 0; i < 40; i++) { // advice: private-copies | not-known | with-changes
            fill(i);
            texts[i] = new String(DIGITS);
        }
        System.out.println(texts[3] + texts[39]);
    }
}
