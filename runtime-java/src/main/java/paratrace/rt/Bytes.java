package paratrace.rt;

import java.nio.charset.StandardCharsets;

/** A growing run of little-endian bytes, for the small chunks. */
final class Bytes {
    byte[] array;
    int length;

    /** Behind what is there up to a place. A run that needs more room moves to another array. */
    Bytes(byte[] array, int from) {
        this.array = array;
        length = from;
    }

    void int8(int v) {
        room(1);
        array[length++] = (byte) v;
    }

    void int32(int v) {
        room(4);
        put32(array, length, v);
        length += 4;
    }

    void int64(long v) {
        int32((int) v);
        int32((int) (v >>> 32));
    }

    /** Length in bytes, then UTF-8; a lone surrogate becomes a question mark. */
    void string(String s) {
        byte[] utf8 = s.getBytes(StandardCharsets.UTF_8);
        int32(utf8.length);
        room(utf8.length);
        System.arraycopy(utf8, 0, array, length, utf8.length);
        length += utf8.length;
    }

    private void room(int more) {
        if (length + more > array.length) {
            byte[] larger = new byte[Math.max(2 * array.length, length + more)];
            System.arraycopy(array, 0, larger, 0, length);
            array = larger;
        }
    }

    static void put32(byte[] a, int at, int v) {
        a[at] = (byte) v;
        a[at + 1] = (byte) (v >> 8);
        a[at + 2] = (byte) (v >> 16);
        a[at + 3] = (byte) (v >> 24);
    }
}
