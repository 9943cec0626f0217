/** Two buffers share their content. */
public class BufferViews {
    public static void main(String[] args) throws Exception {
        java.nio.ByteBuffer bytes = java.nio.ByteBuffer.allocate(8000);
        java.nio.IntBuffer numbers = bytes.asIntBuffer();
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int last = numbers.get(i - 1);
            bytes.putInt(4 * i, (last * last + i) % 10007);
        }
        System.out.println(numbers.get(1999));
    }
}
