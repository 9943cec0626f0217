/** Each text is made from the last one, whose characters decide how. */
public class StringChain {
    public static void main(String[] args) {
        String text = "abcdefgh";
        for (int i = 0; i < 1500; i++) { // advice: serial via text
            int cut = text.charAt(0) % 7 + 1;
            text = text.substring(cut) + text.substring(0, cut);
        }
        System.out.println(text);
    }
}
