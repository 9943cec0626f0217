/** The text so far is looked at between two appends of the same iteration. */
public class TextReadBetween {
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder();
        int[] hashes = new int[500];
        for (int i = 0; i < hashes.length; i++) { // advice: serial | not-known
            text.append(i * 7919 % 1009 % 10);
            hashes[i] = String.valueOf(text).hashCode();
            text.append(' ');
        }
        System.out.println(hashes[499]);
    }
}
