import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.UUID;

/** Digests that each iteration makes, and one that goes on from iteration to iteration. */
public class DigestsWithinIterations {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 300; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    static String[] digests() throws Exception {
        String[] texts = new String[100];
        for (int i = 0; i < 100; i++) { // advice: independent
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] bytes = digest.digest(("k" + work(i)).getBytes(StandardCharsets.UTF_8));
            texts[i] = UUID.nameUUIDFromBytes(bytes).toString() + bytes.length;
        }
        return texts;
    }

    /** Each digest goes on from the one before. */
    static String[] chained() throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] bytes = new byte[32];
        String[] texts = new String[100];
        for (int i = 0; i < 100; i++) { // advice: serial | not-known | overlapping
            digest.update(bytes);
            bytes = digest.digest(("k" + work(i)).getBytes(StandardCharsets.UTF_8));
            texts[i] = Arrays.toString(bytes);
        }
        return texts;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(String.join("", digests()).hashCode() + String.join("", chained()).hashCode());
    }
}
