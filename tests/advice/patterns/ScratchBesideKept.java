/** Tasks keep objects and copies of arrays, but not those that they overwrite: another type or another array. */
public class ScratchBesideKept {
    static class Cursor {
        int[] data;
        int at;

        int sum() {
            int sum = 0;
            while (at < data.length) {
                sum += work(data[at++], 5);
            }
            return sum;
        }
    }

    static class Key {
        int part;
    }

    static byte[] lastFound;
    static int[] kept;

    static int work(int x, int rounds) {
        for (int k = 0; k < rounds; k++) {
            x ^= x << 13;
            x ^= x >>> 17;
            x ^= x << 5;
        }
        return x;
    }

    static void cursor(int[][] rows, int[] out) {
        Cursor cursor = new Cursor();
        for (int i = 0; i < rows.length; i++) { // advice: private-copies via at
            cursor.data = rows[i];
            cursor.at = 0;
            out[i] = cursor.sum();
        }
    }

    static void search(byte[] key, Key scratch, int n) {
        byte[] own = new byte[2];
        for (int i = 0; i < n; i++) { // advice: private-copies | with-changes via part
            own[0] = (byte) i;
            own[1] = (byte) (i >> 8);
            scratch.part = work(own[0] + own[1] * 256 + 1, 30);
            if ((scratch.part & 7) == 0) {
                lastFound = new byte[2];
                System.arraycopy(own, 0, lastFound, 0, 2);
            }
        }
    }

    static int byCopy(int n) {
        int[] empty = new int[40];
        int[] counts = new int[40];
        int sum = 0;
        for (int i = 0; i < n; i++) { // advice: reduction via sum
            System.arraycopy(empty, 0, counts, 0, 40);
            for (int k = 0; k < 30; k++) {
                int place = work(i + k + 1, 3) & 31;
                if (counts[place] == 0) {
                    counts[place] = k;
                }
                sum += counts[place];
            }
        }
        return sum;
    }

    // What is overwritten is kept itself: copies of references to it, or the array.
    static void copiesReferences(Key[] keys, Key[] copies, Key[] out) {
        for (int i = 0; i < copies.length; i++) { // advice: not-known via part
            keys[0].part = work(i + 1, 30);
            if (keys[0].part != 0) {
                System.arraycopy(keys, 0, copies, i, 1);
            }
        }
        out[0] = copies[3];
    }

    static void keepsArray(int n, int[] out) {
        int[] scratch = new int[4];
        for (int i = 0; i < n; i++) { // advice: not-known via int[]
            scratch[0] = work(i + 1, 30);
            out[i] = scratch[0] * 3;
            kept = scratch;
        }
        kept[1] = 7;
        System.out.println(scratch[1]);
    }

    public static void main(String[] args) {
        int[][] rows = new int[80][12];
        for (int i = 0; i < 80 * 12; i++) {
            rows[i / 12][i % 12] = i;
        }
        int[] out = new int[300];
        cursor(rows, out);
        search(new byte[2], new Key(), 300);
        Key[] first = new Key[1];
        copiesReferences(new Key[] {new Key()}, new Key[300], first);
        first[0].part = 5;
        keepsArray(300, out);
        System.out.println(out[3] + byCopy(90) + lastFound[0] + first[0].part);
    }
}
