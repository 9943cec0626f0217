package parallel;

import executed.ChainBesideWork;
import executed.Versions;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

// follows: ChainsOfDigests.java:50 overlapping
// follows: ChainsOfDigests.java:60 overlapping
// follows: ChainsOfDigests.java:70 overlapping
// follows: ChainsOfDigests.java:80 overlapping
// follows: ChainsOfDigests.java:90 overlapping
// follows: ChainsOfDigests.java:100 overlapping
// follows: ChainsOfDigests.java:110 overlapping
// follows: ChainsOfDigests.java:120 overlapping
// follows: ChainsOfDigests.java:130 overlapping
// follows: ChainsOfDigests.java:140 overlapping
/** The links come first, one after the other; then all that is computed of them. */
public final class ChainsOfDigests implements Versions {
    private static final List<ChainBesideWork<?>> CHAINS = Arrays.asList(
        new ChainBesideWork<byte[]>(new byte[16], (s, i) -> digest("MD5", s, i), s -> Arrays.hashCode(s)),
        new ChainBesideWork<byte[]>(new byte[20], (s, i) -> digest("SHA-1", s, i), s -> Arrays.hashCode(s)),
        new ChainBesideWork<byte[]>(new byte[32], (s, i) -> digest("SHA-256", s, i), s -> Arrays.hashCode(s)),
        new ChainBesideWork<Long>(1L, (s, i) -> crc(s, i), s -> Long.hashCode(s)),
        new ChainBesideWork<Long>(1L, (s, i) -> adler(s, i), s -> Long.hashCode(s)),
        new ChainBesideWork<Integer>(1, (s, i) -> Objects.hash(s, i, "x"), s -> s),
        new ChainBesideWork<Integer>(1, (s, i) -> Arrays.hashCode(new int[] {s, i, s >>> 3}), s -> s),
        new ChainBesideWork<String>("code", (s, i) -> Base64.getEncoder().encodeToString((s + i % 10).getBytes(StandardCharsets.UTF_8)).substring(0, 6), s -> s.hashCode()),
        new ChainBesideWork<UUID>(new UUID(1, 2), (s, i) -> UUID.nameUUIDFromBytes((s.toString() + i).getBytes(StandardCharsets.UTF_8)), s -> s.hashCode()),
        new ChainBesideWork<Integer>(1, (s, i) -> Double.hashCode(s * 1.5 + i) ^ Long.hashCode(s * 31L) + "k".hashCode(), s -> s));

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

    @Override
    public String serial() {
        int n = ChainBesideWork.N;
        StringBuilder all = new StringBuilder();
        for (ChainBesideWork<?> chain : CHAINS) {
            int[] o = new int[n];
            ChainBesideWork<?>.Links links = chain.links();
            for (int i = 0; i < n; i++) {
                links.next(i);
                o[i] = links.work();
            }
            all.append(Arrays.toString(o));
        }
        return all.toString();
    }

    @Override
    public String parallel() throws Exception {
        StringBuilder all = new StringBuilder();
        for (ChainBesideWork<?> chain : CHAINS) {
            all.append(Arrays.toString(chain.parallel()));
        }
        return all.toString();
    }
}
