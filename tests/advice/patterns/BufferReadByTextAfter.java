/** The characters that the last iteration left in an array are made a text by the library, after the loop. */
public class BufferReadByTextAfter {
    public static void main(String[] args) {
        char[] buffer = new char[8];
        int[] digits = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: with-changes | not-known | serial via buffer
            int rest = i * 7919;
            for (int k = 7; k >= 0; k--) {
                buffer[k] = (char) ('0' + rest % 10);
                rest /= 10;
            }
            digits[i] = buffer[3] - buffer[6];
        }
        System.out.println(new String(buffer) + digits[77]);
    }
}
