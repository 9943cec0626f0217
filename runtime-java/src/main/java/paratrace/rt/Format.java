package paratrace.rt;

/**
 * Every constant of the trace's bytes, in one place ({@code docs/format.md}, sections 3 and 4). All numbers in a file
 * are little endian; sizes are in bytes.
 */
final class Format {
    /** First bytes of a segment. */
    static final String SEGMENT_MAGIC = "PTRCTRC\0";
    /** Versions of the trace: a reader refuses another major, and reads every minor of its own. */
    static final int MAJOR = 1;
    static final int MINOR = 6;
    /** Magic, major, minor, segment number, map hash. */
    static final int SEGMENT_HEADER = 48;
    static final int MAP_HASH = 32;

    static final String CHUNK_MAGIC = "PTCK";
    static final int CHUNK_HEADER = 32;
    /** Offsets within a chunk's header. */
    static final int AT_KIND = 4;
    static final int AT_MINOR = 6;
    static final int AT_THREAD = 8;
    static final int AT_SEQUENCE = 12;
    static final int AT_LENGTH = 16;
    /** Number among all chunks of the trace, and checksum of the one before: whatever is taken out or moved leaves a break. */
    static final int AT_NUMBER = 20;
    static final int AT_BEFORE = 24;
    static final int AT_CRC = 28;

    static final int KIND_EVENTS = 1;
    static final int KIND_THREAD = 2;
    static final int KIND_CLASSES = 3;
    static final int KIND_END_OF_THREAD = 4;
    static final int KIND_END_OF_TRACE = 5;

    /** The "thread" of chunks that belong to none (classes, end of trace); it counts sequence numbers of its own. */
    static final int NO_THREAD = 0xFFFFFFFF;

    static final int COLUMN_CONTROL = 1;
    static final int COLUMN_DATA = 2;
    static final int COLUMN_SYNC = 3;
    /** A stamp in the synchronisation column: position in the control column, stamp (low word first). */
    static final int STAMP_WORDS = 3;
    /** Kind, encoding, values, bytes. */
    static final int COLUMN_HEADER = 10;

    /** In the control column: two words follow, how many data values there are (low word first), and then a path number. */
    static final int INTERRUPTED = 0xFFFFFFFF;
    static final int INTERRUPTED_WORDS = 3;
    /** In the control column: a class that the map does not know answers the call of a traced virtual method; such a call has returned. */
    static final int OUTSIDE = 0xFFFFFFFE;
    static final int RETURNED = 0xFFFFFFFD;
    /**
     * In the control column: what the call runs is only counted, and nothing of it is in the data column; the counted call has ended; it runs code
     * of the program, which is followed; that has returned, and the counted call goes on.
     */
    static final int COUNTED = 0xFFFFFFFC;
    static final int FOLLOWED = 0xFFFFFFFB;
    static final int CALLED_BACK = 0xFFFFFFFA;
    static final int RESUMED = 0xFFFFFFF9;

    static final int RAW = 0;
    static final int PREDICTED = 1;
    static final int DEFLATED = 2;

    /** Predictor: words per table, and the shift that leaves an index into it. */
    static final int TABLE = 8192;
    static final int TABLE_SHIFT = 19;
    static final int HASH1 = 0x9E3779B1;
    static final int HASH2 = 0x85EBCA77;
    static final int HASH3 = 0xC2B2AE3D;

    /** Reasons in the end of trace: the JVM shut down in order; so it did, but the trace has reached its limit. */
    static final int NORMAL_SHUTDOWN = 1;
    static final int SIZE_LIMIT = 2;

    static final String MAP_FILE = "program.map";
    static final String MAP_RESOURCE = "program.map";
    /** In its place, the path of a file with the map, in the bytes of the system. */
    static final String PLACE_RESOURCE = "program.map.place";
    /** Beside either, the SHA-256 of the map's bytes. */
    static final String HASH_RESOURCE = "program.map.sha256";
    /** There if not everybody may read the program's classes: then nobody but the owner may read the trace. */
    static final String PRIVATE_RESOURCE = "program.map.private";

    /** The file name of a segment: {@code segment-00000.trace}. */
    static String segmentFile(int number) {
        String digits = Integer.toString(number);
        StringBuilder name = new StringBuilder(24).append("segment-");
        for (int i = digits.length(); i < 5; i++) {
            name.append('0');
        }
        return name.append(digits).append(".trace").toString();
    }

    private Format() {}
}
