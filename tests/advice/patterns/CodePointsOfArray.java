/** The library reads the character that the iteration before has written into an array. */
public class CodePointsOfArray {
    public static void main(String[] args) {
        char[] text = new char[3000];
        text[0] = 'q';
        for (int i = 1; i < 3000; i++) { // advice: serial | not-known
            text[i] = (char) ((Character.codePointAt(text, i - 1) * 31 + i) % 1009);
        }
        System.out.println((int) text[2999]);
    }
}
