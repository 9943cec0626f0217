package parallel;

import executed.Tasks;
import executed.Versions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.UUID;

// follows: DigestsWithinIterations.java:18 independent
/** Iterations in tasks. */
public final class DigestsWithinIterations implements Versions {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 300; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    static String[] digests() throws Exception {
        String[] texts = new String[100];
        for (int i = 0; i < 100; i++) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] bytes = digest.digest(("k" + work(i)).getBytes(StandardCharsets.UTF_8));
            texts[i] = UUID.nameUUIDFromBytes(bytes).toString() + bytes.length;
        }
        return texts;
    }

    static String[] digestsInParallel() throws Exception {
        String[] texts = new String[100];
        Tasks.chunks(0, 100, (from, to) -> {
            for (int i = from; i < to; i++) {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                byte[] bytes = digest.digest(("k" + work(i)).getBytes(StandardCharsets.UTF_8));
                texts[i] = UUID.nameUUIDFromBytes(bytes).toString() + bytes.length;
            }
        });
        return texts;
    }

    @Override
    public String serial() throws Exception {
        return Arrays.toString(digests());
    }

    @Override
    public String parallel() throws Exception {
        return Arrays.toString(digestsInParallel());
    }
}
