package paratrace.rt;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.Inflater;

/**
 * Reads a trace back, written from {@code docs/format.md} alone: it shares nothing with the runtime, not even the constants,
 * so that a mistake is not made twice.
 */
final class Trace {
    static final class Values {
        int[] array = new int[16];
        int count;

        void add(int v) {
            if (count == array.length) {
                array = Arrays.copyOf(array, 2 * count);
            }
            array[count++] = v;
        }
    }

    static final class OneThread {
        long id;
        String name;
        int chunks;
        int next;
        boolean gap;
        boolean ended;
        final Values[] columns = {null, new Values(), new Values(), new Values()};
        /** By control value: the stamp of its unit. */
        final List<Long> stamps = new ArrayList<>();
        /** Stamps whose place in the control column has not been reached: place, stamp. */
        final List<long[]> ahead = new ArrayList<>();
        private long stamp;

        Values control() {
            return columns[1];
        }

        Values data() {
            return columns[2];
        }

        /** Stamps of a chunk, from where its words begin in the column, and its control values, from where they begin. */
        private void units(int syncFrom, int controlFrom) {
            Values sync = columns[3];
            int n = (sync.count - syncFrom) / 3;
            check((sync.count - syncFrom) % 3 == 0, "stamps are whole");
            long place = controlFrom;
            long stamp = 0;
            for (int i = syncFrom; i < syncFrom + n; i++) {
                check(sync.array[i] >= 0, "stamps go forward");
                place += sync.array[i];
                stamp += sync.array[i + n] & 0xFFFFFFFFL | (long) sync.array[i + 2 * n] << 32;
                ahead.add(new long[] {place, stamp});
            }
            for (int at = controlFrom; at < columns[1].count; at++) {
                while (!ahead.isEmpty() && ahead.get(0)[0] <= at) {
                    check(ahead.get(0)[1] > this.stamp, "stamps rise");
                    this.stamp = ahead.remove(0)[1];
                }
                stamps.add(this.stamp);
            }
        }
    }

    final Map<Integer, OneThread> threads = new TreeMap<>();
    final Map<Integer, String> classes = new TreeMap<>();
    final int[] encodings = new int[3];
    byte[] mapHash;
    int noThread;
    boolean ended;
    boolean torn;
    /** Why the trace ends. */
    int reason;
    long lost;
    /** Chunks so far, and the checksum of the last. */
    private int chunks;
    private int before;
    int segments;

    static Trace read(File dir) throws Exception {
        Trace trace = new Trace();
        for (;; trace.segments++) {
            File file = new File(dir, String.format("segment-%05d.trace", trace.segments));
            if (!file.exists()) {
                check(trace.segments > 0, "no segment in " + dir);
                return trace;
            }
            trace.segment(ByteBuffer.wrap(Files.readAllBytes(file.toPath())).order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    private void segment(ByteBuffer in) throws Exception {
        check(!ended && !torn, "a segment after the end");
        byte[] magic = bytes(in, 8);
        check(new String(magic, "ISO-8859-1").equals("PTRCTRC\0"), "segment magic");
        check(in.getShort() == Format.MAJOR && in.getShort() == Format.MINOR, "version");
        check(in.getInt() == segments, "segment number");
        mapHash = bytes(in, 32);
        while (in.hasRemaining()) {
            int at = in.position();
            if (in.remaining() < 32 || in.remaining() < 32 + in.getInt(at + 16)) {
                torn = true;
                return;
            }
            byte[] chunk = new byte[32 + in.getInt(at + 16)];
            in.get(chunk);
            ByteBuffer c = ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);
            int crc = c.getInt(28);
            c.putInt(28, 0);
            check(crc == slowCrc(chunk), "checksum of the chunk at " + at);
            check(new String(bytes(c, 4), "ISO-8859-1").equals("PTCK"), "chunk magic");
            int kind = c.get();
            check(c.get() == 0 && c.getShort() == Format.MINOR, "flags");
            int thread = c.getInt();
            int sequence = c.getInt();
            check(c.getInt(20) == chunks++ && c.getInt(24) == before, "place of the chunk at " + at);
            before = crc;
            c.position(32);
            chunk(kind, thread, sequence, c);
            check(!c.hasRemaining(), "payload is longer than its content");
        }
    }

    private void chunk(int kind, int thread, int sequence, ByteBuffer c) throws Exception {
        check(!ended, "a chunk after the end of the trace");
        if (kind == 3 || kind == 5) {
            check(thread == -1 && sequence == noThread++, "sequence without a thread");
            if (kind == 3) {
                for (int n = c.getInt(); n > 0; n--) {
                    classes.put(c.getInt(), string(c));
                }
            } else {
                reason = c.get();
                lost = c.getLong();
                ended = true;
            }
            return;
        }
        OneThread t = threads.get(thread);
        if (t == null) {
            check(kind == 2, "a thread begins with its name");
            t = new OneThread();
            threads.put(thread, t);
        }
        check(!t.ended, "a chunk after the end of its thread");
        check(sequence >= t.next, "sequence goes back");
        t.gap |= sequence != t.next;
        t.next = sequence + 1;
        if (kind == 2) {
            t.id = c.getLong();
            t.name = string(c);
            check(c.getInt() != 0, "hash of a thread");
        } else if (kind == 4) {
            for (int i = 1; i <= 3; i++) {
                check(c.getLong() == t.columns[i].count, "number of values at the end of a thread");
            }
            t.ended = true;
        } else {
            check(kind == 1, "kind " + kind);
            t.chunks++;
            events(t, c);
        }
    }

    private void events(OneThread t, ByteBuffer c) throws Exception {
        int columns = c.get();
        int[][] head = new int[columns][];
        for (int i = 0; i < columns; i++) {
            head[i] = new int[] {c.get(), c.get(), c.getInt(), c.getInt()};
        }
        int control = t.control().count;
        int sync = t.columns[3].count;
        for (int[] h : head) {
            byte[] in = bytes(c, h[3]);
            encodings[h[1]]++;
            decode(h[1], in, h[2], t.columns[h[0]]);
        }
        t.units(sync, control);
    }

    /** Appends {@code n} values. */
    static void decode(int encoding, byte[] in, int n, Values to) throws Exception {
        if (encoding == 2) {
            Inflater inflater = new Inflater(true);
            inflater.setInput(in);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] part = new byte[4096];
            while (!inflater.finished()) {
                int k = inflater.inflate(part);
                check(k > 0 || inflater.finished(), "deflated column is cut off");
                out.write(part, 0, k);
            }
            check(inflater.getRemaining() == 0, "bytes after the deflated column");
            inflater.end();
            in = out.toByteArray();
        }
        ByteBuffer b = ByteBuffer.wrap(in).order(ByteOrder.LITTLE_ENDIAN);
        if (encoding == 0) {
            for (int i = 0; i < n; i++) {
                to.add(b.getInt());
            }
            check(!b.hasRemaining(), "raw column is longer");
            return;
        }
        int[] F = new int[8192];
        int[] D = new int[8192];
        int v1 = 0;
        int v2 = 0;
        int v3 = 0;
        int d1 = 0;
        int d2 = 0;
        int r = (n + 3) / 4;
        for (int i = 0; i < n; i++) {
            int f = (v1 * 0x9E3779B1 ^ v2 * 0x85EBCA77 ^ v3 * 0xC2B2AE3D) >>> 19;
            int g = (d1 * 0x9E3779B1 ^ d2 * 0x85EBCA77) >>> 19;
            int code = in[i / 4] >> (2 * (i % 4)) & 3;
            int v = code == 0 ? F[f] : code == 1 ? v1 + D[g] : v1;
            if (code == 3) {
                int z = 0;
                int shift = 0;
                int x;
                do {
                    x = in[r++];
                    z |= (x & 0x7F) << shift;
                    shift += 7;
                } while (x < 0);
                v = v1 + (z >>> 1 ^ -(z & 1));
            }
            F[f] = v;
            D[g] = v - v1;
            v3 = v2;
            v2 = v1;
            v1 = v;
            d1 = v1 - v2;
            d2 = v2 - v3;
            to.add(v);
        }
        check(r == in.length, "predicted column is longer");
    }

    /** The thread of this name. */
    OneThread thread(String name) {
        for (OneThread t : threads.values()) {
            if (t.name.equals(name)) {
                return t;
            }
        }
        throw new AssertionError("no thread " + name);
    }

    void complete() {
        check(ended && !torn, "no end of the trace");
        check(lost == 0, lost + " lost");
        for (OneThread t : threads.values()) {
            check(t.ended && !t.gap, "thread " + t.name + (t.gap ? " has a gap" : " has no end"));
        }
    }

    /** The control values of all threads, unit by unit in the order of the stamps. */
    List<Integer> merged() {
        List<long[]> all = new ArrayList<>();
        for (OneThread t : threads.values()) {
            for (int i = 0; i < t.control().count; i++) {
                all.add(new long[] {t.stamps.get(i), t.control().array[i]});
            }
        }
        all.sort((a, b) -> Long.compare(a[0], b[0])); // Stable: a unit belongs to one thread.
        List<Integer> values = new ArrayList<>();
        for (long[] each : all) {
            values.add((int) each[1]);
        }
        return values;
    }

    private static byte[] bytes(ByteBuffer in, int n) {
        byte[] b = new byte[n];
        in.get(b);
        return b;
    }

    private static String string(ByteBuffer in) throws Exception {
        return new String(bytes(in, in.getInt()), "UTF-8");
    }

    private static final int[] CRC = new int[256];

    static {
        for (int i = 0; i < 256; i++) {
            int r = i;
            for (int bit = 0; bit < 8; bit++) {
                r = (r & 1) == 0 ? r >>> 1 : r >>> 1 ^ 0x82F63B78;
            }
            CRC[i] = r;
        }
    }

    static int slowCrc(byte[] b) {
        int c = -1;
        for (byte x : b) {
            c = c >>> 8 ^ CRC[(c ^ x) & 0xFF];
        }
        return ~c;
    }

    static void check(boolean ok, String what) {
        if (!ok) {
            throw new AssertionError(what);
        }
    }
}
