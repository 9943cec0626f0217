/** Text is appended to a builder; parts can be joined in order at the end. */
public class TextAppend {
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2000; i++) { // advice: reduction
            text.append(i * 7919 % 1009).append(',');
        }
        System.out.println(text.length());
    }
}
