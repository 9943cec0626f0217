package paratrace.rt;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads the section of a program map that has the hashes of the names of its classes ({@code docs/format.md}, section 2). */
final class ClassNames {
    private static final int HEADER = 16;
    private static final int AT_COUNT = 12;
    /** Bytes of an entry of the table of sections. */
    private static final int ENTRY = 32;
    private static final int SECTION = 17;
    /** Rows come with the file: memory is taken for what is there. */
    private static final int FIRST = 4_096;

    private final byte[] part = new byte[8_192];
    private final InputStream in;
    private int at;
    private int end;

    ClassNames(InputStream in) {
        this.in = in;
    }

    /** Empty if the map has no such section. */
    long[] read() throws IOException {
        skip(AT_COUNT);
        long sections = number(4);
        for (long section = 0; section < sections; section++) {
            long id = number(4);
            skip(4);
            long offset = number(8);
            if (id == SECTION) {
                skip(offset - (HEADER + section * ENTRY + 16));
                return hashes();
            }
            skip(ENTRY - 16);
        }
        return new long[0];
    }

    private long[] hashes() throws IOException {
        long rows = number(8);
        long[] hashes = new long[FIRST];
        int count = 0;
        for (long row = 1; row < rows; row += 2) {
            if (count == hashes.length) {
                hashes = Arrays.copyOf(hashes, 2 * count);
            }
            long high = cell();
            hashes[count++] = high << 32 | cell();
        }
        hashes = Arrays.copyOf(hashes, count);
        Arrays.sort(hashes);
        return hashes;
    }

    private int next() throws IOException {
        if (at == end) {
            end = in.read(part);
            at = 0;
            if (end <= 0) {
                throw new IOException("the program map is cut short");
            }
        }
        return part[at++] & 0xff;
    }

    private void skip(long bytes) throws IOException {
        for (long i = 0; i < bytes; i++) {
            next();
        }
    }

    private long number(int bytes) throws IOException {
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number |= (long) next() << 8 * i;
        }
        return number;
    }

    /** LEB128. */
    private long cell() throws IOException {
        long value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int b = next();
            value |= (long) (b & 0x7f) << shift;
            if (b < 0x80) {
                break;
            }
        }
        return value & 0xffffffffL;
    }
}
