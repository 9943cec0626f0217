/** Elements are read from an array by a stream. */
public class ArrayStreamChain {
    public static void main(String[] args) throws Exception {
        int[] numbers = new int[300];
        numbers[0] = 1;
        for (int i = 1; i < 300; i++) { // advice: serial | not-known
            numbers[i] = java.util.Arrays.stream(numbers).sum() % 1009;
        }
        System.out.println(numbers[299]);
    }
}
