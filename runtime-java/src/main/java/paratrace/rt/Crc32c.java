package paratrace.rt;

import java.util.zip.Checksum;

/**
 * CRC-32C (Castagnoli). From Java 9 on the JDK has one that uses the processor's instruction; Java 8 has none, and gets
 * eight tables here (slicing by 8).
 */
final class Crc32c implements Checksum {
    /** The generator polynomial, bits reversed. */
    private static final int POLYNOMIAL = 0x82F63B78;

    private final int[][] tables = new int[8][256];
    private int crc = -1;

    /** The fastest one that this JVM has. */
    static Checksum newInstance() {
        try {
            return JdkCrc32c.newInstance();
        } catch (Throwable e) {
            return new Crc32c();
        }
    }

    Crc32c() {
        for (int i = 0; i < 256; i++) {
            int r = i;
            for (int bit = 0; bit < 8; bit++) {
                r = (r >>> 1) ^ (POLYNOMIAL & -(r & 1));
            }
            tables[0][i] = r;
        }
        for (int i = 0; i < 256; i++) {
            for (int t = 1; t < 8; t++) {
                int r = tables[t - 1][i];
                tables[t][i] = (r >>> 8) ^ tables[0][r & 0xFF];
            }
        }
    }

    @Override
    public void update(int b) {
        crc = (crc >>> 8) ^ tables[0][(crc ^ b) & 0xFF];
    }

    @Override
    public void update(byte[] a, int offset, int length) {
        int[][] t = tables;
        int c = crc;
        int i = offset;
        int end = offset + length;
        for (; end - i >= 8; i += 8) {
            c ^= (a[i] & 0xFF) | (a[i + 1] & 0xFF) << 8 | (a[i + 2] & 0xFF) << 16 | a[i + 3] << 24;
            c = t[7][c & 0xFF] ^ t[6][c >>> 8 & 0xFF] ^ t[5][c >>> 16 & 0xFF] ^ t[4][c >>> 24]
                    ^ t[3][a[i + 4] & 0xFF] ^ t[2][a[i + 5] & 0xFF] ^ t[1][a[i + 6] & 0xFF] ^ t[0][a[i + 7] & 0xFF];
        }
        for (; i < end; i++) {
            c = (c >>> 8) ^ t[0][(c ^ a[i]) & 0xFF];
        }
        crc = c;
    }

    @Override
    public long getValue() {
        return ~crc & 0xFFFF_FFFFL;
    }

    @Override
    public void reset() {
        crc = -1;
    }
}
