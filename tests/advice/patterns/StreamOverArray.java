/** An input stream over an array reads what the iteration before has written to the array. */
public class StreamOverArray {
    public static void main(String[] args) throws Exception {
        byte[] bytes = new byte[2000];
        java.io.ByteArrayInputStream in = new java.io.ByteArrayInputStream(bytes);
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int last = in.read();
            bytes[i] = (byte) ((last * last + i) % 10007);
        }
        System.out.println(bytes[1999]);
    }
}
