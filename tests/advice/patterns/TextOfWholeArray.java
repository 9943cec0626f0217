/** Each iteration changes a character and makes a text of all of them. */
public class TextOfWholeArray {
    public static void main(String[] args) throws Exception {
        char[] text = new char[100];
        String[] texts = new String[500];
        for (int i = 0; i < 500; i++) { // advice: serial | not-known | scan
            text[i % 100] = (char) ('a' + i % 26);
            texts[i] = String.valueOf(text);
        }
        System.out.println(texts[499].hashCode());
    }
}
