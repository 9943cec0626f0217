/** Every iteration overwrites the same array and keeps it: all elements are this one array, and what it holds is what is written last. */
public class BufferKeptInArray {
    public static void main(String[] args) {
        int[][] kept = new int[500][];
        int[] buffer = new int[8];
        for (int i = 0; i < 500; i++) { // advice: with-changes | not-known
            for (int k = 0; k < buffer.length; k++) {
                buffer[k] = i * k % 31;
            }
            kept[i] = buffer;
        }
        int sum = 0;
        for (int[] one : kept) {
            sum += one[3];
        }
        System.out.println(sum);
    }
}
