/** A copy that the library makes shows what the iteration before has written. */
public class ArrayCopyOfChain {
    public static void main(String[] args) throws Exception {
        int[] numbers = new int[500];
        for (int i = 1; i < 500; i++) { // advice: serial | not-known
            int[] copy = java.util.Arrays.copyOf(numbers, i);
            numbers[i] = (copy[i - 1] * copy[i - 1] + i) % 10007;
        }
        System.out.println(numbers[499]);
    }
}
