/** A buffer over an array reads what the iteration before has written to the array. */
public class WrappedArrayRead {
    public static void main(String[] args) throws Exception {
        byte[] numbers = new byte[2000];
        java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(numbers);
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int last = buffer.get(i - 1);
            numbers[i] = (byte) ((last * last + i) % 10007);
        }
        System.out.println(numbers[1999]);
    }
}
