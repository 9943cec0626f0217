/** Each iteration has a builder of its own. */
public class TextPerIteration {
    public static void main(String[] args) {
        String[] texts = new String[500];
        for (int i = 0; i < texts.length; i++) { // advice: independent
            StringBuilder text = new StringBuilder();
            for (int j = 0; j < 8; j++) { // advice: reduction
                text.append((char) ('a' + i * j % 26));
            }
            texts[i] = text.toString();
        }
        System.out.println(texts[7] + texts[499]);
    }
}
