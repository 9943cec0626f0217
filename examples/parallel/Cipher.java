/** A text is encrypted block by block, with the rounds of XTEA. */
final class Cipher implements Kernel {
    private static final int BLOCKS = 12_000;
    private static final int[] KEY = {0x1234567, 0x89abcdef, 0x2468ace, 0x13579bdf};

    @Override
    public long serial() {
        int[] text = text();
        for (int block = 0; block < BLOCKS; block++) { // in parallel
            encrypt(text, 2 * block);
        }
        return checksum(text);
    }

    @Override
    public long parallel(Workers workers) {
        int[] text = text();
        workers.loop(0, BLOCKS, (worker, from, to) -> {
            for (int block = from; block < to; block++) {
                encrypt(text, 2 * block);
            }
        });
        return checksum(text);
    }

    private static void encrypt(int[] text, int at) {
        int a = text[at];
        int b = text[at + 1];
        int sum = 0;
        for (int round = 0; round < 32; round++) {
            a += (b << 4 ^ b >>> 5) + b ^ sum + KEY[sum & 3];
            sum += 0x9e3779b9;
            b += (a << 4 ^ a >>> 5) + a ^ sum + KEY[sum >>> 11 & 3];
        }
        text[at] = a;
        text[at + 1] = b;
    }

    private static int[] text() {
        int[] text = new int[2 * BLOCKS];
        for (int i = 0; i < text.length; i++) {
            text[i] = i * 0x5bd1e995;
        }
        return text;
    }

    private static long checksum(int[] text) {
        long sum = 0;
        for (int word : text) {
            sum = sum * 31 + word;
        }
        return sum;
    }
}
