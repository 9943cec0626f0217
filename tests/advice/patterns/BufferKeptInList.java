/** Every iteration overwrites the same array and keeps it: all elements of the list are this one array. */
public class BufferKeptInList {
    public static void main(String[] args) {
        java.util.List<int[]> kept = new java.util.ArrayList<>();
        int[] buffer = new int[8];
        for (int i = 0; i < 500; i++) { // advice: with-changes | not-known
            for (int k = 0; k < buffer.length; k++) {
                buffer[k] = i * k % 31;
            }
            kept.add(buffer);
        }
        int sum = 0;
        for (int[] one : kept) {
            sum += one[3];
        }
        System.out.println(sum);
    }
}
