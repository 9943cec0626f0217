/** Each iteration writes through a buffer over an array of its own. */
public class WrappedOwn {
    public static void main(String[] args) throws Exception {
        int[] sums = new int[300];
        for (int i = 0; i < 300; i++) { // advice: independent | not-known | private-copies
            byte[] bytes = new byte[16];
            java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(bytes);
            buffer.putInt(0, i * 7919).putInt(4, i);
            for (byte b : bytes) {
                sums[i] += b * b;
            }
        }
        System.out.println(sums[299]);
    }
}
