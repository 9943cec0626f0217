/** One builder is emptied and filled again in each iteration: one per task. */
public class TextReused {
    public static void main(String[] args) {
        String[] texts = new String[1000];
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < texts.length; i++) { // advice: private-copies
            text.setLength(0);
            text.append(i * 7919 % 1009).append(':').append(i);
            texts[i] = text.toString();
        }
        System.out.println(texts[7] + texts[999]);
    }
}
