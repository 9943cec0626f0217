package paratrace.rt;

/**
 * SHA-256, for the hash of the program map. Our own because {@code MessageDigest} starts the security providers: tens of
 * milliseconds, and a provider may be a class of the program. The constants are computed: they are the first 32 bits of the
 * fractional parts of the cube and square roots of the first primes.
 */
final class Sha256 {
    private final int[] k = new int[64];
    private final int[] h = new int[8];
    private final int[] w = new int[64];
    private final byte[] block = new byte[64];
    private int filled;
    private long length;

    Sha256() {
        int n = 0;
        for (int p = 2; n < 64; p++) {
            if (isPrime(p)) {
                k[n] = root(p, 3);
                if (n < 8) {
                    h[n] = root(p, 2);
                }
                n++;
            }
        }
    }

    private static boolean isPrime(int p) {
        for (int d = 2; d * d <= p; d++) {
            if (p % d == 0) {
                return false;
            }
        }
        return true;
    }

    /** The first 32 bits of the fractional part of a root of p: the largest x with (x / 2^32)^degree ≤ p, modulo 2^32. */
    private static int root(int p, int degree) {
        java.math.BigInteger target = java.math.BigInteger.valueOf(p).shiftLeft(32 * degree);
        long low = 0;
        long high = 1L << 37;
        while (high - low > 1) {
            long middle = (low + high) >>> 1;
            if (java.math.BigInteger.valueOf(middle).pow(degree).compareTo(target) <= 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (int) low;
    }

    void update(byte[] a, int offset, int count) {
        length += count;
        for (int i = offset; i < offset + count; i++) {
            block[filled++] = a[i];
            if (filled == 64) {
                compress();
            }
        }
    }

    /** The hash of what was added. Nothing may be added afterwards. */
    byte[] digest() {
        long bits = length * 8;
        byte[] padding = new byte[64];
        padding[0] = (byte) 0x80;
        update(padding, 0, (119 - filled) % 64 + 1);
        byte[] size = new byte[8];
        for (int i = 0; i < 8; i++) {
            size[i] = (byte) (bits >>> (56 - 8 * i));
        }
        update(size, 0, 8);
        byte[] result = new byte[32];
        for (int i = 0; i < 32; i++) {
            result[i] = (byte) (h[i >> 2] >>> (24 - 8 * (i & 3)));
        }
        return result;
    }

    private void compress() {
        filled = 0;
        for (int i = 0; i < 16; i++) {
            w[i] = block[4 * i] << 24 | (block[4 * i + 1] & 0xFF) << 16 | (block[4 * i + 2] & 0xFF) << 8
                    | block[4 * i + 3] & 0xFF;
        }
        for (int i = 16; i < 64; i++) {
            int x = w[i - 15];
            int y = w[i - 2];
            w[i] = w[i - 16] + w[i - 7]
                    + (Integer.rotateRight(x, 7) ^ Integer.rotateRight(x, 18) ^ x >>> 3)
                    + (Integer.rotateRight(y, 17) ^ Integer.rotateRight(y, 19) ^ y >>> 10);
        }
        int a = h[0];
        int b = h[1];
        int c = h[2];
        int d = h[3];
        int e = h[4];
        int f = h[5];
        int g = h[6];
        int last = h[7];
        for (int i = 0; i < 64; i++) {
            int t1 = last + (Integer.rotateRight(e, 6) ^ Integer.rotateRight(e, 11) ^ Integer.rotateRight(e, 25))
                    + (e & f ^ ~e & g) + k[i] + w[i];
            int t2 = (Integer.rotateRight(a, 2) ^ Integer.rotateRight(a, 13) ^ Integer.rotateRight(a, 22))
                    + (a & b ^ a & c ^ b & c);
            last = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        h[0] += a;
        h[1] += b;
        h[2] += c;
        h[3] += d;
        h[4] += e;
        h[5] += f;
        h[6] += g;
        h[7] += last;
    }
}
