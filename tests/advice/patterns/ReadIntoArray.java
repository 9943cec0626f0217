/** What is read into an array is taken by the next iteration. */
public class ReadIntoArray {
    public static void main(String[] args) throws Exception {
        byte[] source = new byte[4000];
        for (int i = 0; i < 4000; i++) {
            source[i] = (byte) (i * 7919);
        }
        java.io.InputStream in = new java.io.ByteArrayInputStream(source);
        byte[] buffer = new byte[4];
        int[] seen = new int[900];
        for (int i = 0; i < 900; i++) { // advice: serial | not-known | with-changes
            seen[i] = buffer[3] * 31 + i;
            in.read(buffer);
        }
        System.out.println(seen[899]);
    }
}
