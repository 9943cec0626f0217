/** The library writes characters of a text into an array that the next iteration reads. */
public class GetCharsChain {
    public static void main(String[] args) throws Exception {
        char[] text = new char[8];
        text[0] = 'x';
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            String digits = Integer.toString(text[0] * 31 % 1009 + 1000 + i);
            digits.getChars(3, 4, text, 0);
        }
        System.out.println(text[0]);
    }
}
