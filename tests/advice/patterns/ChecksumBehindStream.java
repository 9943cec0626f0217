import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/** What is written passes a checksum, which iterations read. */
public class ChecksumBehindStream {
    static int work(int x) {
        for (int k = 0; k < 20; k++) {
            x = x * 31 + (x >>> 7) + k;
        }
        return x & 0xffff;
    }

    public static void main(String[] args) throws IOException {
        CRC32 sum = new CRC32();
        OutputStream checked = new CheckedOutputStream(new ByteArrayOutputStream(), sum);
        long[] out = new long[2000];
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            checked.write(work(i));
            out[i] = sum.getValue();
        }
        System.out.println(out[1999]);
    }
}
