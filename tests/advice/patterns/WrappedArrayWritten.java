/** A buffer over an array writes what the next iteration reads from the array. */
public class WrappedArrayWritten {
    public static void main(String[] args) throws Exception {
        int[] numbers = new int[2000];
        java.nio.IntBuffer buffer = java.nio.IntBuffer.wrap(numbers);
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int last = numbers[i - 1];
            buffer.put(i, (last * last + i) % 10007);
        }
        System.out.println(numbers[1999]);
    }
}
