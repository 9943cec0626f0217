import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * The same as {@code Chains}, through methods that work on many elements of arrays at once. Compiled code of most of them is that of the
 * JVM, so they are not traced.
 */
public class Elements {
    static final int N = 300;
    static final int LENGTH = 80;

    static int next(int x) {
        for (int i = 0; i < 50; i++) {
            x = x * 31 + (x >>> 7) + 1;
        }
        return x;
    }

    static int hashed() {
        int[] array = new int[LENGTH];
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            array[i & 7] = next(x);
            x = Arrays.hashCode(array);
        }
        return x;
    }

    static int hashedAlone() {
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            int[] array = new int[LENGTH];
            array[i & 7] = next(i);
            results[i] = Arrays.hashCode(array);
        }
        return results[N - 1];
    }

    static int equal() {
        byte[] array = new byte[LENGTH];
        byte[] other = new byte[LENGTH];
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            array[70] = (byte) next(x);
            x = Boolean.hashCode(Arrays.equals(array, other));
        }
        return x;
    }

    static int mismatched() {
        long[] array = new long[LENGTH];
        long[] other = new long[LENGTH];
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            array[8 + (i & 31)] = next(x);
            x = Arrays.mismatch(array, 0, 40, other, 1, 41);
        }
        return x;
    }

    static int summed(Checksum sum) {
        byte[] bytes = new byte[LENGTH];
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            bytes[10 + (i & 7)] = (byte) next(x);
            sum.reset();
            sum.update(bytes, 10, 60);
            x = (int) sum.getValue();
        }
        return x;
    }

    static int summedAlone() {
        int[] results = new int[N];
        byte[] bytes = new byte[LENGTH * N];
        for (int i = 0; i < N; i++) { // independent
            bytes[LENGTH * i] = (byte) next(i);
            CRC32 sum = new CRC32();
            sum.update(bytes, LENGTH * i, LENGTH);
            results[i] = (int) sum.getValue();
        }
        return results[N - 1];
    }

    static int digested(String name) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(name);
        byte[] bytes = new byte[3 * LENGTH];
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            bytes[i & 63] = (byte) next(x);
            byte[] found = digest.digest(bytes);
            x = found[0] << 8 | found[1];
        }
        return x;
    }

    static int encoded() {
        Base64.Encoder encoder = Base64.getEncoder();
        byte[] bytes = new byte[LENGTH];
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            bytes[i & 63] = (byte) next(x);
            byte[] found = encoder.encode(bytes);
            x = found[40];
        }
        return x;
    }

    static int decoded() {
        byte[] text = Base64.getEncoder().encode(new byte[LENGTH]);
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            text[i & 63] = (byte) ('A' + (next(x) & 15));
            byte[] found = Base64.getDecoder().decode(text);
            x = found[40];
        }
        return x;
    }

    static int multiplied() {
        BigInteger product = BigInteger.ONE.shiftLeft(1400).subtract(BigInteger.ONE);
        BigInteger factor = BigInteger.ONE.shiftLeft(700).add(BigInteger.TEN);
        for (int i = 0; i < N; i++) { // serial
            product = product.multiply(factor).shiftRight(699);
            product = product.multiply(product).shiftRight(product.bitLength());
        }
        return product.hashCode();
    }

    static int buffered() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(LENGTH);
        byte[] bytes = new byte[LENGTH];
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            bytes[i & 63] = (byte) next(x);
            buffer.clear();
            buffer.put(bytes);
            x = buffer.get(i & 63);
        }
        return x;
    }

    static int texts() {
        char[] chars = new char[LENGTH];
        int x = 1;
        for (int i = 0; i < N; i++) { // serial through texts
            chars[i & 63] = (char) next(x);
            x = new String(chars, 0, 70).hashCode();
        }
        return x;
    }

    static int charactersOfTexts() {
        String text = "a text of some characters";
        int x = 1;
        for (int i = 0; i < N; i++) { // serial through texts
            char[] chars = text.toCharArray();
            chars[3] = (char) next(chars[3]);
            text = String.valueOf(chars);
        }
        return text.hashCode();
    }

    static int bytesOfTexts() {
        char[] chars = new char[LENGTH];
        int x = 1;
        for (int i = 0; i < N; i++) { // serial through texts
            byte[] bytes = new byte[LENGTH];
            chars[i & 63] = (char) ('a' + (next(x) & 15));
            new String(chars).getBytes(0, 64, bytes, 8);
            x = bytes[20];
        }
        return x;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(hashed() + " " + hashedAlone() + " " + equal() + " " + mismatched());
        System.out.println(summed(new CRC32()) + " " + summed(new CRC32C()) + " " + summed(new Adler32()) + " " + summedAlone());
        for (String name : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256"}) {
            System.out.println(name + " " + digested(name));
        }
        System.out.println(encoded() + " " + decoded() + " " + multiplied() + " " + buffered());
        System.out.println(texts() + " " + charactersOfTexts() + " " + bytesOfTexts());
        System.out.println(new String("bytes".getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }
}
