/** What the last iteration left in an array is copied after the loop. */
public class BufferCopiedAfter {
    public static void main(String[] args) {
        int[] buffer = new int[8];
        int[] sums = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: with-changes | not-known | serial via buffer
            for (int k = 0; k < 8; k++) {
                buffer[k] = i * k % 13;
            }
            sums[i] = buffer[2] + buffer[7];
        }
        int[] last = buffer.clone();
        System.out.println(java.util.Arrays.stream(buffer).sum() + sums[77]);
        System.out.println(last[1]);
    }
}
