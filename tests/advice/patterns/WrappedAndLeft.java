/** What the last iteration left in an array is read after the loop, through a list and a buffer that were made before it. */
public class WrappedAndLeft {
    public static void main(String[] args) {
        Integer[] scratch = new Integer[8];
        byte[] bytes = new byte[8];
        java.util.List<Integer> view = java.util.Arrays.asList(scratch);
        java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(bytes);
        int[] sums = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: with-changes | not-known
            for (int k = 0; k < 8; k++) {
                scratch[k] = i * k % 13;
                bytes[k] = (byte) (i + k);
            }
            sums[i] = scratch[2] + bytes[7];
        }
        System.out.println(view.get(3) + buffer.getInt() + sums[77]);
    }
}
