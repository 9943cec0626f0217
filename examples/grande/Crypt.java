package grande;

/**
 * Encrypts and decrypts a text with IDEA (Lai and Massey, 1991). {@code java grande.Crypt [THREADS [BYTES]]}
 *
 * <p>Each task takes a part of the text: it reads text and key, and writes the other text.
 */
public final class Crypt {
    private static final int KEYS = 52;
    /** What the published test vector becomes with the key 1, 2, ... 8. */
    private static final long ENCRYPTED = 0x11fbed2b01986de5L;

    private Crypt() {
    }

    public static void main(String[] args) {
        int threads = Team.argument(args, 0, 1);
        int size = Team.argument(args, 1, 3_000_000) / 8 * 8;
        int[] encrypt = encryptionKeys(new int[] {1, 2, 3, 4, 5, 6, 7, 8});
        int[] decrypt = decryptionKeys(encrypt);
        byte[] plain = text(size);
        byte[] secret = new byte[size];
        byte[] again = new byte[size];
        long start = System.nanoTime();
        Team.run(split(threads, plain, secret, encrypt));
        Team.run(split(threads, secret, again, decrypt));
        boolean valid = size < 8 || firstBlock(secret) == ENCRYPTED;
        long checksum = 0;
        for (int i = 0; i < size; i++) {
            valid &= plain[i] == again[i];
            checksum = checksum * 31 + secret[i];
        }
        Team.report(Long.toHexString(checksum), valid, start);
    }

    private static Runnable[] split(int threads, byte[] from, byte[] to, int[] key) {
        int blocks = from.length / 8;
        Runnable[] tasks = new Runnable[threads];
        for (int i = 0; i < threads; i++) {
            int first = (int) ((long) blocks * i / threads) * 8;
            int end = (int) ((long) blocks * (i + 1) / threads) * 8;
            tasks[i] = new CryptRunner(from, to, key, first, end);
        }
        return tasks;
    }

    /** The published test vector begins the text: the words 0, 1, 2, 3. */
    private static byte[] text(int size) {
        byte[] text = new byte[size];
        int state = 12345;
        for (int i = 0; i < size; i++) {
            state = state * 1103515245 + 12345;
            text[i] = (byte) (i < 8 ? (i & 1) * (i >> 1) : state >> 16);
        }
        return text;
    }

    private static long firstBlock(byte[] text) {
        long block = 0;
        for (int i = 0; i < 8; i++) {
            block = block << 8 | text[i] & 0xff;
        }
        return block;
    }

    /** The key of 128 bits, turned left by 25 bits for every eight words. */
    private static int[] encryptionKeys(int[] words) {
        int[] keys = new int[KEYS];
        for (int i = 0; i < KEYS; i++) {
            int turned = i / 8 * 25 % 128 + i % 8 * 16;
            int word = turned / 16;
            int shift = turned % 16;
            int both = words[word % 8] << 16 | words[(word + 1) % 8];
            keys[i] = both >> 16 - shift & 0xffff;
        }
        return keys;
    }

    private static int[] decryptionKeys(int[] z) {
        int[] keys = new int[KEYS];
        for (int round = 0; round <= 8; round++) {
            int from = 6 * (8 - round);
            int to = 6 * round;
            boolean outer = round == 0 || round == 8;
            keys[to] = inverse(z[from]);
            keys[to + 1] = -z[from + (outer ? 1 : 2)] & 0xffff;
            keys[to + 2] = -z[from + (outer ? 2 : 1)] & 0xffff;
            keys[to + 3] = inverse(z[from + 3]);
            if (round < 8) {
                keys[to + 4] = z[from - 2];
                keys[to + 5] = z[from - 1];
            }
        }
        return keys;
    }

    /** The inverse modulo 65537, by Fermat: x to the power of 65535. */
    private static int inverse(int x) {
        int result = 1;
        for (int i = 0; i < 16; i++) {
            result = CryptRunner.multiply(CryptRunner.multiply(result, result), x);
        }
        return result;
    }
}
