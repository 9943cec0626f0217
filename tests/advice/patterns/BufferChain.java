/** Each number in a buffer is computed from the one before it. */
public class BufferChain {
    public static void main(String[] args) {
        java.nio.ByteBuffer buffer = java.nio.ByteBuffer.allocate(4 * 2000);
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int before = buffer.getInt(4 * i - 4);
            buffer.putInt(4 * i, (before * before + i) % 10007);
        }
        System.out.println(buffer.getInt(4 * 1999));
    }
}
