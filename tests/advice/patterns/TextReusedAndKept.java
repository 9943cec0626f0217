/** One builder is emptied and filled in each iteration; the last text is used behind the loop. */
public class TextReusedAndKept {
    public static void main(String[] args) {
        int[] lengths = new int[1000];
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lengths.length; i++) { // advice: private-copies | with-changes
            text.setLength(0);
            text.append(i * 7919 % 1009).append(':').append(i);
            lengths[i] = text.toString().hashCode();
        }
        System.out.println(text + " " + lengths[7] + lengths[999]);
    }
}
