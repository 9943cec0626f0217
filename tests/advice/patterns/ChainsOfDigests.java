import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import java.util.UUID;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/** A digest, a checksum or a code follows from the one before; what is computed of it does not matter to the next one. */
public class ChainsOfDigests {
    static int mix(int v) {
        for (int k = 0; k < 300; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static byte[] digest(String name, byte[] last, int i) {
        try {
            MessageDigest digest = MessageDigest.getInstance(name);
            digest.update((byte) i);
            return digest.digest(last);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static long crc(long last, int i) {
        CRC32 sum = new CRC32();
        sum.update((int) last & 255);
        sum.update(i);
        return sum.getValue();
    }

    static long adler(long last, int i) {
        Adler32 sum = new Adler32();
        sum.update((int) last);
        sum.update(i);
        return sum.getValue();
    }

    static int chain0(int n) {
        byte[] s = new byte[16];
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = digest("MD5", s, i);
            o[i] = mix(Arrays.hashCode(s));
        }
        return o[n / 2];
    }

    static int chain1(int n) {
        byte[] s = new byte[20];
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = digest("SHA-1", s, i);
            o[i] = mix(Arrays.hashCode(s));
        }
        return o[n / 2];
    }

    static int chain2(int n) {
        byte[] s = new byte[32];
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = digest("SHA-256", s, i);
            o[i] = mix(Arrays.hashCode(s));
        }
        return o[n / 2];
    }

    static int chain3(int n) {
        long s = 1L;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = crc(s, i);
            o[i] = mix(Long.hashCode(s));
        }
        return o[n / 2];
    }

    static int chain4(int n) {
        long s = 1L;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = adler(s, i);
            o[i] = mix(Long.hashCode(s));
        }
        return o[n / 2];
    }

    static int chain5(int n) {
        int s = 1;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = Objects.hash(s, i, "x");
            o[i] = mix(s);
        }
        return o[n / 2];
    }

    static int chain6(int n) {
        int s = 1;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = Arrays.hashCode(new int[] {s, i, s >>> 3});
            o[i] = mix(s);
        }
        return o[n / 2];
    }

    static int chain7(int n) {
        String s = "code";
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = Base64.getEncoder().encodeToString((s + i % 10).getBytes(StandardCharsets.UTF_8)).substring(0, 6);
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain8(int n) {
        UUID s = new UUID(1, 2);
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = UUID.nameUUIDFromBytes((s.toString() + i).getBytes(StandardCharsets.UTF_8));
            o[i] = mix(s.hashCode());
        }
        return o[n / 2];
    }

    static int chain9(int n) {
        int s = 1;
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: overlapping
            s = Double.hashCode(s * 1.5 + i) ^ Long.hashCode(s * 31L) + "k".hashCode();
            o[i] = mix(s);
        }
        return o[n / 2];
    }

    public static void main(String[] args) {
        int n = 120;
        int all = 0;
        all += chain0(n);
        all += chain1(n);
        all += chain2(n);
        all += chain3(n);
        all += chain4(n);
        all += chain5(n);
        all += chain6(n);
        all += chain7(n);
        all += chain8(n);
        all += chain9(n);
        System.out.println(all);
    }
}
