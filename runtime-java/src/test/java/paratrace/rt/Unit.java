package paratrace.rt;

import java.io.File;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Random;

/** Tests inside one JVM: encodings, checksums, names, segments. */
final class Unit {
    static void all() throws Exception {
        columns();
        checksums();
        programNames();
        segments();
        ranges();
    }

    /** Ranges lie within their arrays, also those of bytes, and of memory outside of the heap. */
    private static void ranges() {
        Buffer b = new Buffer(Thread.currentThread(), 64);
        int[] array = new int[10];
        int hash = System.identityHashCode(array);
        int from = b.dataPos;
        Probe.range(array, 3, 4, b);
        Probe.range(array, 8, 4, b);
        Probe.range(array, 12, -1, b);
        Probe.range(array, 2, -1, b);
        Probe.whole(array, b);
        Probe.whole(null, b);
        Probe.region(array, 16 + 8, 9, "memory", 16, b);
        Probe.region(new long[4], 16, 16, "memory", 12, b);
        Probe.region(null, 5, 7, "memory", 16, b);
        Probe.filled(array, b);
        int[] expected = {hash, 3, 4, hash, 8, 2, hash, 10, 0, hash, 2, 8, hash, 0, 10, 0, 0, 0, hash, 2, 3, -1, 0, 2,
            System.identityHashCode("memory"), 5, 7, hash, 10};
        for (int i = 0; i < expected.length; i++) {
            int found = b.data[from + i];
            Trace.check(found == expected[i] || i == 21, "value " + i + " is " + found + ", not " + expected[i]);
        }
        Trace.check(b.dataPos == from + expected.length, "so many values");
    }

    /** Random and adversarial columns of every length around the borders, all encodings, tables clean in between. */
    static void columns() throws Exception {
        Random random = new Random(7);
        Columns columns = new Columns();
        Encoder encoder = new Encoder();
        byte[] out = new byte[Encoder.bound(Limits.FULL_COLUMN) + 3];
        int[] lengths = {1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 65, 896, 1023, 1024, 1025, 4000, 32767, 32768};
        int[] found = new int[3];
        for (int length : lengths) {
            for (int kind = 0; kind < 9; kind++) {
                int from = kind % 3;
                int[] v = new int[Math.min(length + from, Limits.FULL_COLUMN)];
                for (int i = 0; i < v.length; i++) {
                    v[i] = value(kind, i, random);
                }
                int[] expected = Arrays.copyOfRange(v, from, v.length);
                int end = encoder.encode(v, from, v.length, out, 3);
                Trace.Values back = new Trace.Values();
                Trace.decode(1, Arrays.copyOfRange(out, 3, end), expected.length, back);
                Trace.check(Arrays.equals(Arrays.copyOf(back.array, back.count), expected), "predicted, kind " + kind);
                for (int hurry = 0; hurry < 2; hurry++) {
                    columns.begin(1);
                    columns.add(2, v, from, v.length, hurry == 1);
                    byte[] c = columns.chunk;
                    java.nio.ByteBuffer b = java.nio.ByteBuffer.wrap(c).order(java.nio.ByteOrder.LITTLE_ENDIAN);
                    Trace.check(c[32] == 1 && c[33] == 2 && b.getInt(35) == expected.length, "column header");
                    Trace.check(b.getInt(39) == columns.length - 43, "column bytes");
                    Trace.check(columns.length - 43 <= 4 * expected.length, "never larger than raw");
                    found[c[34]]++;
                    back = new Trace.Values();
                    Trace.decode(c[34], Arrays.copyOfRange(c, 43, columns.length), expected.length, back);
                    Trace.check(Arrays.equals(Arrays.copyOf(back.array, back.count), expected), "column, kind " + kind);
                }
            }
        }
        Trace.check(found[0] > 0 && found[1] > 0 && found[2] > 0, "every encoding was used");
    }

    private static int value(int kind, int i, Random random) {
        switch (kind) {
            case 0: return 0;
            case 1: return random.nextInt();
            case 2: return i * 0x10001;
            case 3: return (i & 1) == 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE;
            case 4: return i % 7 == 0 ? random.nextInt() : i % 50;
            case 5: return 1 << i;
            case 6: return -i;
            case 7: return random.nextInt(3) - 1;
            default: return i < 100 ? i : random.nextInt(1000);
        }
    }

    static void checksums() throws Exception {
        Random random = new Random(3);
        for (int length = 0; length < 300; length++) {
            byte[] b = new byte[length];
            random.nextBytes(b);
            for (java.util.zip.Checksum crc : new java.util.zip.Checksum[] {Crc32c.newInstance(), new Crc32c()}) {
                crc.update(b, 0, length / 3);
                crc.update(b, length / 3, length - length / 3);
                Trace.check((int) crc.getValue() == Trace.slowCrc(b), "CRC-32C");
            }
            Sha256 sha = new Sha256();
            sha.update(b, 0, length / 2);
            sha.update(b, length / 2, length - length / 2);
            Trace.check(Arrays.equals(sha.digest(), MessageDigest.getInstance("SHA-256").digest(b)), "SHA-256 of " + length);
        }
        Trace.check(Trace.slowCrc("123456789".getBytes("US-ASCII")) == 0xE3069283, "the reader's own CRC-32C");
    }

    static void programNames() {
        String[][] cases = {
            {"app.jar a b", "app.jar", "app"}, {"/x/y/app.traced.jar", "/x/y/app.traced.jar", "app"},
            {"my app.jar arg.jar", "my app.jar", "my_app"}, {"com.example.Main a", "a.jar:b", "Main"},
            {"mod/com.example.Main", "", "Main"}, {null, null, "program"}, {"", "", "program"}, {"..", "", "program"},
            {"Größe", "", "Gr__e"}, {"a.b.$Proxy", null, "_Proxy"},
        };
        for (String[] c : cases) {
            Trace.check(Place.program(c[0], c[1]).equals(c[2]), c[0] + " is named " + Place.program(c[0], c[1]));
        }
    }

    /** A new segment at 256 MiB, and the end rewritten in place. */
    static void segments() throws Exception {
        File dir = Run.fresh("segments");
        dir.mkdir();
        Segments segments = new Segments(dir, new byte[32]);
        byte[] chunk = new byte[32 + 1 + 10 + 4];
        chunk[32] = 1;
        chunk[33] = 2;
        chunk[35] = 1;
        chunk[39] = 4;
        byte[] name = {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 'x', 1, 0, 0, 0};
        byte[] first = new byte[32 + name.length];
        System.arraycopy(name, 0, first, 32, name.length);
        segments.write(first, first.length, 2, 0, 0);
        // A file with a hole: the size counts, not the disk.
        java.lang.reflect.Field size = Segments.class.getDeclaredField("size");
        size.setAccessible(true);
        long before = size.getLong(segments);
        size.setLong(segments, Limits.SEGMENT - chunk.length);
        segments.write(chunk, chunk.length, 1, 0, 1);
        Trace.check(!new File(dir, "segment-00001.trace").exists(), "the first segment may be exactly full");
        segments.write(chunk, chunk.length, 1, 0, 2);
        byte[] end = new byte[32 + 9];
        end[32] = 1;
        segments.write(end, end.length, 5, -1, 0);
        end[33] = 9;
        segments.rewriteLast(end, end.length, 5, -1, 0);
        Trace trace = Trace.read(dir);
        Trace.check(trace.segments == 2 && trace.ended && trace.lost == 9 && trace.threads.get(0).data().count == 2, "segments");
        Trace.check(before == 48 + first.length, "size");
    }

    private Unit() {}
}
