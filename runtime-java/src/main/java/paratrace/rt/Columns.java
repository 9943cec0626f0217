package paratrace.rt;

import java.util.zip.Deflater;

/** Builds the payload of an events chunk: each column in the smallest encoding that there is time for. */
final class Columns {
    /** Bytes below which Deflate gains nothing. */
    private static final int WORTH_DEFLATING = 64;

    /**
     * Deflate works through encoded bytes at some 30 to 100 MB/s: a column that the predictor made so many times smaller is
     * deflated faster than the predictor ran, and writing what Deflate saves would take longer.
     */
    private static final int CHEAP = 12;

    private final Encoder encoder = new Encoder();
    private final Deflater deflater = new Deflater(1, true);
    private final int[] stamps = new int[Limits.FULL_COLUMN];
    private final byte[] predicted = new byte[Encoder.bound(Limits.FULL_COLUMN)];

    /** The chunk so far. Room for its header is left at the front. */
    final byte[] chunk = new byte[Format.CHUNK_HEADER + 1 + 3 * Format.COLUMN_HEADER + 3 * 4 * Limits.FULL_COLUMN];
    int length;
    private int headerAt;

    /** Begins a chunk of so many columns. */
    void begin(int columns) {
        chunk[Format.CHUNK_HEADER] = (byte) columns;
        headerAt = Format.CHUNK_HEADER + 1;
        length = headerAt + columns * Format.COLUMN_HEADER;
    }

    /** Adds a column that is not empty. With {@code hurry}, it is deflated only where that is quick. */
    void add(int kind, int[] values, int from, int to, boolean hurry) {
        int raw = 4 * (to - from);
        int end = encoder.encode(values, from, to, predicted, 0);
        int encoding;
        int bytes;
        if (end >= raw) {
            encoding = Format.RAW;
            bytes = raw;
            for (int i = from, at = length; i < to; i++, at += 4) {
                Bytes.put32(chunk, at, values[i]);
            }
        } else {
            bytes = end < WORTH_DEFLATING || hurry && end > raw / CHEAP ? 0 : deflate(end);
            encoding = bytes == 0 ? Format.PREDICTED : Format.DEFLATED;
            if (bytes == 0) {
                bytes = end;
                System.arraycopy(predicted, 0, chunk, length, end);
            }
        }
        chunk[headerAt] = (byte) kind;
        chunk[headerAt + 1] = (byte) encoding;
        Bytes.put32(chunk, headerAt + 2, to - from);
        Bytes.put32(chunk, headerAt + 6, bytes);
        headerAt += Format.COLUMN_HEADER;
        length += bytes;
    }

    /** Adds stamps: first how far each is behind the one before, then the low words of the differences, then the high ones. */
    void addStamps(int[] sync, int from, int to, int base, boolean hurry) {
        int count = (to - from) / Format.STAMP_WORDS;
        int position = base;
        long stamp = 0;
        for (int i = 0, at = from; i < count; i++, at += Format.STAMP_WORDS) {
            long next = sync[at + 1] & 0xFFFFFFFFL | (long) sync[at + 2] << 32;
            stamps[i] = sync[at] - position;
            stamps[count + i] = (int) (next - stamp);
            stamps[2 * count + i] = (int) (next - stamp >>> 32);
            position = sync[at];
            stamp = next;
        }
        add(Format.COLUMN_SYNC, stamps, 0, count * Format.STAMP_WORDS, hurry);
    }

    /** Deflates what the encoder wrote to the end of the chunk. Returns the bytes, or 0 if they would be no fewer. */
    private int deflate(int end) {
        deflater.reset();
        deflater.setInput(predicted, 0, end);
        deflater.finish();
        int bytes = deflater.deflate(chunk, length, end - 1);
        return deflater.finished() ? bytes : 0;
    }
}
