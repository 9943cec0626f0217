package paratrace.rt;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.zip.Checksum;

/**
 * The files of a trace. A chunk is one {@code write} call, so a killed program leaves whole chunks and at most one torn one.
 * {@code RandomAccessFile}, not a channel: a channel closes when its thread is interrupted.
 */
final class Segments {
    private final File dir;
    private final byte[] mapHash;
    private final Room room;
    private final Checksum crc = Crc32c.newInstance();
    private RandomAccessFile file;
    /** When the writer turned to the disk, by {@code System.nanoTime()}, with the lowest bit set; 0 while it does not wait for it. */
    private static volatile long askedAt;
    private int number;
    private long size;
    /** Where the last chunk begins. */
    private long lastAt;
    /** Chunks written, and the checksums of the last one and the one before. */
    private int chunks;
    private int last;
    private int before;

    Segments(File dir, byte[] mapHash) throws IOException {
        this.dir = dir;
        this.mapHash = mapHash;
        this.room = new Room(dir, ProgramMap.taken());
        open();
    }

    private void open() throws IOException {
        byte[] header = new byte[Format.SEGMENT_HEADER];
        for (int i = 0; i < 8; i++) {
            header[i] = (byte) Format.SEGMENT_MAGIC.charAt(i);
        }
        header[8] = (byte) Format.MAJOR;
        header[10] = (byte) Format.MINOR;
        Bytes.put32(header, 12, number);
        System.arraycopy(mapHash, 0, header, 16, Format.MAP_HASH);
        asks();
        try {
            file = new RandomAccessFile(new File(dir, Format.segmentFile(number)), "rw");
            file.write(header);
        } finally {
            askedAt = 0;
        }
        size = header.length;
        room.add(header.length);
    }

    /**
     * Completes and writes the chunk in {@code chunk[0..length]}, whose payload begins at {@link Format#CHUNK_HEADER}.
     */
    void write(byte[] chunk, int length, int kind, int thread, int sequence) throws IOException {
        complete(chunk, length, kind, thread, sequence, chunks, last);
        if (size + length > Limits.SEGMENT) {
            close();
            room.close(size);
            number++;
            open();
        }
        append(chunk, length);
        lastAt = size;
        size += length;
        chunks++;
        before = last;
        last = (int) crc.getValue();
        room.add(length);
        Recorder.written += length;
    }

    private void append(byte[] chunk, int length) throws IOException {
        asks();
        try {
            file.write(chunk, 0, length);
        } finally {
            askedAt = 0;
        }
    }

    private void close() throws IOException {
        asks();
        try {
            file.close();
        } finally {
            askedAt = 0;
        }
    }

    private static void asks() {
        askedAt = System.nanoTime() | 1;
    }

    /** Whether the disk does not answer. */
    static boolean hang() {
        long since = askedAt;
        return since != 0 && System.nanoTime() - since > Limits.STALLED * 1_000_000L;
    }

    /** Bytes of all segments that are there. */
    long bytes() {
        return room.used() - ProgramMap.taken();
    }

    /** Whether a chunk of this length may be written, and behind it the ends of so many threads. */
    boolean hasRoom(int length, int threads) {
        return room.has(length + Format.SEGMENT_HEADER, threads);
    }

    /** How many bytes a trace may have. */
    long limit() {
        return room.limit;
    }

    /** Replaces the chunk that was written last by one of the same length. */
    void rewriteLast(byte[] chunk, int length, int kind, int thread, int sequence) throws IOException {
        complete(chunk, length, kind, thread, sequence, chunks - 1, before);
        file.seek(lastAt);
        append(chunk, length);
    }

    private void complete(byte[] chunk, int length, int kind, int thread, int sequence, int number, int previous) {
        for (int i = 0; i < Format.CHUNK_HEADER; i++) {
            chunk[i] = 0;
        }
        for (int i = 0; i < 4; i++) {
            chunk[i] = (byte) Format.CHUNK_MAGIC.charAt(i);
        }
        chunk[Format.AT_KIND] = (byte) kind;
        chunk[Format.AT_MINOR] = (byte) Format.MINOR;
        Bytes.put32(chunk, Format.AT_THREAD, thread);
        Bytes.put32(chunk, Format.AT_SEQUENCE, sequence);
        Bytes.put32(chunk, Format.AT_LENGTH, length - Format.CHUNK_HEADER);
        Bytes.put32(chunk, Format.AT_NUMBER, number);
        Bytes.put32(chunk, Format.AT_BEFORE, previous);
        crc.reset();
        crc.update(chunk, 0, length);
        Bytes.put32(chunk, Format.AT_CRC, (int) crc.getValue());
    }
}
