/** Each iteration makes a text of characters of its own. */
public class TextOfOwnArray {
    public static void main(String[] args) throws Exception {
        String[] texts = new String[500];
        for (int i = 0; i < 500; i++) { // advice: independent | not-known
            char[] text = new char[20];
            for (int j = 0; j < 20; j++) {
                text[j] = (char) ('a' + (i * j) % 26);
            }
            texts[i] = new String(text);
        }
        System.out.println(texts[499]);
    }
}
