/** Each character is computed from a text of those before it. */
public class TextOfArrayChain {
    public static void main(String[] args) throws Exception {
        char[] text = new char[500];
        for (int i = 0; i < 500; i++) { // advice: serial | not-known
            text[i] = (char) ('a' + (new String(text, 0, i).hashCode() & 15));
        }
        System.out.println(new String(text));
    }
}
