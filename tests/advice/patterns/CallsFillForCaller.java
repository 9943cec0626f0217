/** A call fills an array that the next one fills again, and the caller reads it in between. */
public class CallsFillForCaller {
    static final char[] DIGITS = new char[9];

    static void fill(int value) {
        int rest = value; // advice of calls: future | with-changes via DIGITS
        for (int round = 0; round < 30; round++) {
            for (int k = 8; k >= 0; k--) {
                rest = rest * 31 % 10007 + round;
                DIGITS[k] = (char) ('0' + rest % 10);
            }
        }
    }

    public static void main(String[] args) {
        int[] texts = new int[40];
        for (int i = 0; i < 40; i++) { // advice: private-copies
            fill(i);
            texts[i] = DIGITS[3] * DIGITS[4];
        }
        System.out.println(texts[3] + texts[39]);
    }
}
