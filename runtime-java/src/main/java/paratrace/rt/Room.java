package paratrace.rt;

import java.io.File;

/**
 * How much of the disk a trace may take: what {@code paratrace.max-size} says, else a share of what was free at the start. What a
 * reader has removed meanwhile (a live analysis does) is free again.
 */
final class Room {
    static final String PROPERTY = "paratrace.max-size";

    /** For the end records, which must fit in all the same: header and payload of one, and the end of the trace. */
    private static final int END = Format.CHUNK_HEADER + 24;

    private final File dir;
    final long limit;
    /** Bytes of the map and of the segments that are there, and lengths of those that are closed. */
    private long used;
    private long[] closed = new long[16];
    private int closedCount;
    /** Segments before this one have been removed. */
    private int removed;

    /** For a directory in which so many bytes are taken. */
    Room(File dir, long taken) {
        this.dir = dir;
        used = taken;
        String wanted = Settings.MAX_SIZE;
        long size = wanted == null ? 0 : parse(wanted);
        if (size < 0) {
            Notice.print("-D" + PROPERTY + "=" + wanted + " is no size (a number, perhaps with K, M, G or T behind it): left out");
        }
        long free = dir.getUsableSpace();
        // There is no limit if the system does not tell how much room is free.
        limit = size > 0 ? size : free > 0 ? free / 100 * Limits.SHARE_OF_DISK : Long.MAX_VALUE;
    }

    /** Bytes; -1 if that is no size. */
    static long parse(String size) {
        int digits = size.length();
        int shift = 0;
        if (digits > 0) {
            int unit = "KMGT".indexOf(Character.toUpperCase(size.charAt(digits - 1)));
            if (unit >= 0) {
                shift = 10 * (unit + 1);
                digits--;
            }
        }
        try {
            long number = Long.parseLong(size.substring(0, digits));
            return number > 0 && number <= Long.MAX_VALUE >> shift ? number << shift : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Whether so many bytes may be added, and after them the ends of so many threads and of the trace. */
    boolean has(int bytes, int threads) {
        long all = bytes + (threads + 2L) * END;
        if (used + all > limit) {
            forgetRemoved();
        }
        return used + all <= limit;
    }

    /** Bytes that the trace has now. */
    long used() {
        return used;
    }

    /** So many bytes were added. */
    void add(int bytes) {
        used += bytes;
    }

    /** A segment of this length is closed. */
    void close(long length) {
        if (closedCount == closed.length) {
            closed = java.util.Arrays.copyOf(closed, 2 * closedCount);
        }
        closed[closedCount++] = length;
    }

    private void forgetRemoved() {
        while (removed < closedCount && !new File(dir, Format.segmentFile(removed)).exists()) {
            used -= closed[removed++];
        }
    }
}
