package paratrace.rt;

import java.util.Arrays;

/**
 * Encoding 1, "predicted" ({@code docs/format.md}, section 4): each value costs two bits if one of three predictors knows it,
 * and two bits and one to five bytes otherwise.
 *
 * <p>Both tables are 32 KiB, so the working set is a first- to second-level cache. They are all 0 between two columns:
 * clearing them costs some 2 µs, which is much for a thread that wrote three values, so a short column wipes only the entries
 * that it used. Measured figures are in {@code runtime-java/README.md}.
 */
final class Encoder {
    private final int[] contexts = new int[Format.TABLE];
    private final int[] strides = new int[Format.TABLE];

    /** Values of a column up to which it is quicker to wipe the tables entry by entry. */
    private static final int SHORT = 1_024;

    /** Bytes that so many values may take: two bits and five bytes each. */
    static int bound(int values) {
        return (values + 3) / 4 + 5 * values;
    }

    /** Encodes {@code values[from..to]} to {@code out[at..]}. Returns the position behind the last byte. */
    int encode(int[] values, int from, int to, byte[] out, int at) {
        int end = run(values, from, to, out, at);
        if (to - from > SHORT) {
            Arrays.fill(contexts, 0);
            Arrays.fill(strides, 0);
        } else {
            wipe(values, from, to);
        }
        return end;
    }

    private int run(int[] values, int from, int to, byte[] out, int at) {
        final int[] contexts = this.contexts;
        final int[] strides = this.strides;
        int codesAt = at;
        int r = at + (to - from + 3) / 4;
        int codes = 0;
        int shift = 0;
        // The terms of the two hashes that the values before leave behind: v1 and d1 whole, v2 and d2 as products.
        int v1 = 0;
        int d1 = 0;
        int v2h2 = 0;
        int v2h3 = 0;
        int v3h3 = 0;
        int d2h2 = 0;
        for (int i = from; i < to; i++) {
            int v = values[i];
            int d = v - v1;
            int f = (v1 * Format.HASH1 ^ v2h2 ^ v3h3) >>> Format.TABLE_SHIFT;
            int g = (d1 * Format.HASH1 ^ d2h2) >>> Format.TABLE_SHIFT;
            int context = contexts[f];
            int stride = strides[g];
            contexts[f] = v;
            strides[g] = d;
            if (v != context) {
                if (d == stride) {
                    codes |= 1 << shift;
                } else if (d == 0) {
                    codes |= 2 << shift;
                } else {
                    codes |= 3 << shift;
                    int z = (d << 1) ^ (d >> 31);
                    while ((z & ~0x7F) != 0) {
                        out[r++] = (byte) (z | 0x80);
                        z >>>= 7;
                    }
                    out[r++] = (byte) z;
                }
            }
            if (shift == 6) {
                out[codesAt++] = (byte) codes;
                codes = 0;
                shift = 0;
            } else {
                shift += 2;
            }
            v3h3 = v2h3;
            v2h2 = v1 * Format.HASH2;
            v2h3 = v1 * Format.HASH3;
            d2h2 = d1 * Format.HASH2;
            v1 = v;
            d1 = d;
        }
        if (shift != 0) {
            out[codesAt] = (byte) codes;
        }
        return r;
    }

    /** Sets every entry that {@link #run} used back to 0. */
    private void wipe(int[] values, int from, int to) {
        int v1 = 0;
        int v2 = 0;
        int v3 = 0;
        int d1 = 0;
        int d2 = 0;
        for (int i = from; i < to; i++) {
            contexts[(v1 * Format.HASH1 ^ v2 * Format.HASH2 ^ v3 * Format.HASH3) >>> Format.TABLE_SHIFT] = 0;
            strides[(d1 * Format.HASH1 ^ d2 * Format.HASH2) >>> Format.TABLE_SHIFT] = 0;
            int v = values[i];
            d2 = d1;
            d1 = v - v1;
            v3 = v2;
            v2 = v1;
            v1 = v;
        }
    }
}
