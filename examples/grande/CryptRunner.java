package grande;

/** Encrypts or decrypts a part of a text. */
final class CryptRunner implements Runnable {
    private final byte[] from;
    private final byte[] to;
    private final int[] key;
    private final int first;
    private final int end;

    CryptRunner(byte[] from, byte[] to, int[] key, int first, int end) {
        this.from = from;
        this.to = to;
        this.key = key;
        this.first = first;
        this.end = end;
    }

    @Override
    public void run() {
        int in = first;
        int out = first;
        while (in < end) {
            int a = from[in++] << 8 & 0xff00 | from[in++] & 0xff;
            int b = from[in++] << 8 & 0xff00 | from[in++] & 0xff;
            int c = from[in++] << 8 & 0xff00 | from[in++] & 0xff;
            int d = from[in++] << 8 & 0xff00 | from[in++] & 0xff;
            int k = 0;
            for (int round = 0; round < 8; round++) {
                a = multiply(a, key[k++]);
                b = b + key[k++] & 0xffff;
                c = c + key[k++] & 0xffff;
                d = multiply(d, key[k++]);
                int e = multiply(a ^ c, key[k++]);
                int f = multiply((b ^ d) + e & 0xffff, key[k++]);
                e = e + f & 0xffff;
                a ^= f;
                d ^= e;
                int swapped = b ^ e;
                b = c ^ f;
                c = swapped;
            }
            a = multiply(a, key[k++]);
            int last = c + key[k++] & 0xffff;
            c = b + key[k++] & 0xffff;
            d = multiply(d, key[k]);
            to[out++] = (byte) (a >> 8);
            to[out++] = (byte) a;
            to[out++] = (byte) (last >> 8);
            to[out++] = (byte) last;
            to[out++] = (byte) (c >> 8);
            to[out++] = (byte) c;
            to[out++] = (byte) (d >> 8);
            to[out++] = (byte) d;
        }
    }

    /** Multiplication modulo 65537, where 0 stands for 65536. */
    static int multiply(int x, int y) {
        if (x == 0) {
            return 1 - y & 0xffff;
        }
        if (y == 0) {
            return 1 - x & 0xffff;
        }
        return (int) ((long) x * y % 0x10001) & 0xffff;
    }
}
