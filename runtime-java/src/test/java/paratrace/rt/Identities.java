package paratrace.rt;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** Tests of the set of identity hashes, and of arrays that are replaced because theirs is in it. */
final class Identities {
    static void all() throws Exception {
        for (long bytes : new long[] {128L << 20, 1L << 20}) {
            known(new Random(5), bytes);
        }
        sequence();
        bounded();
        replaced();
        nested();
        threads();
        stress(32L << 20, 300);
        stress(2L << 20, 300);
    }

    /** As long as nothing had to be forgotten: no hash is new twice, and few look known that are not. */
    private static void known(Random random, long bytes) {
        Hashes hashes = new Hashes(bytes);
        Set<Integer> model = new HashSet<>();
        int count = (int) Math.min(300_000, bytes / 4);
        int refused = 0;
        for (int i = 0; i < count; i++) {
            int hash = random.nextInt(1 << 20) * 2_047 & Integer.MAX_VALUE; // Some come twice.
            boolean fresh = hashes.add(hash);
            hashes.count(1);
            boolean expected = model.add(hash) || hash == 0;
            Trace.check(expected || !fresh, hash + " is new twice");
            refused += expected && !fresh ? 1 : 0;
        }
        Trace.check(refused < count / 10, refused + " of " + count + " refused");
    }

    /** What {@code -XX:hashCode=3} draws. */
    private static void sequence() {
        Hashes hashes = new Hashes(64L << 20);
        int refused = 0;
        for (int hash = 1; hash < 1_000_000; hash++) {
            refused += hashes.add(hash) ? 0 : 1;
            hashes.count(1);
            Trace.check(!hashes.add(hash), hash + " is not in the set");
        }
        Trace.check(refused < 100_000, refused + " refused");
    }

    /** With a little memory it goes on, and the latest are known. */
    private static void bounded() {
        Hashes hashes = new Hashes(4_096);
        Random random = new Random(9);
        int[] latest = new int[1_024];
        for (int i = 0; i < 1_000_000; i++) {
            int hash = random.nextInt() | 1;
            latest[i & 1_023] = hashes.add(hash) ? hash : 0;
            hashes.count(1);
            int back = latest[random.nextInt(1_024)];
            Trace.check(back == 0 || !hashes.add(back), "forgotten too early");
        }
        Trace.check(hashes.bytes() <= 4_096, hashes.bytes() + " bytes");
    }

    /** Arrays whose hashes are known become others of the same type and contents; those of new ones stay. */
    private static void replaced() {
        Buffer b = new Buffer(Thread.currentThread(), 16);
        Object[] arrays = {new boolean[] {true, false}, new char[] {'a', 'b'}, new float[] {1, 2}, new double[] {3},
            new byte[] {4}, new short[] {5}, new int[] {6, 7, 8}, new long[0], new String[] {"x", null}, new int[2][3]};
        for (Object array : arrays) {
            Object again = Fresh.unique(array, b); // New, unless by accident.
            Object copy = Fresh.unique(again, b);
            Trace.check(copy != again && copy.getClass() == array.getClass(), copy.getClass() + " is another one");
            Trace.check(Arrays.deepEquals(new Object[] {copy}, new Object[] {array}), copy.getClass() + " is equal");
        }
        Trace.check(Fresh.unique(arrays[0], Buffer.MUTE) == arrays[0], "not traced: left alone");
    }

    /** All arrays in an array have hashes of their own. */
    private static void nested() {
        Buffer b = new Buffer(Thread.currentThread(), 16);
        int[][][] all = new int[30][40][2];
        for (int[][] rows : all) {
            for (int[] row : rows) {
                b.claim(System.identityHashCode(row));
            }
        }
        int[][] first = all[0].clone();
        int[] last = all[29][39];
        Fresh.elements(all, b);
        Trace.check(first[0] != all[0][0] && last != all[29][39] && all[29][39].length == 2, "inner arrays are others");
        Trace.check(!b.claim(System.identityHashCode(all[7])) && !b.claim(System.identityHashCode(all[7][8])), "known");
        Fresh.elements(new int[5][][], b);
        Fresh.elements(new int[5], b);
    }

    /** The n-th of numbers as good as random, no two of them alike: the last steps of MurmurHash3. Numbers in a row share words in a row. */
    private static int drawn(int n) {
        int mixed = (n ^ n >>> 16) * 0x85EBCA6B;
        mixed = (mixed ^ mixed >>> 13) * 0xC2B2AE35;
        return mixed ^ mixed >>> 16;
    }

    /** Several threads at once: hashes that two threads add are seldom lost (no word is locked). */
    private static void threads() throws Exception {
        Hashes hashes = new Hashes(32L << 20);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int from = t * 1_000_000;
            threads[t] = new Thread(() -> {
                for (int i = 1; i <= 200_000; i++) {
                    hashes.add(drawn(from + i));
                    hashes.count(1);
                }
            });
            threads[t].start();
        }
        int lost = 0;
        for (Thread thread : threads) {
            thread.join();
        }
        for (int t = 0; t < threads.length; t++) {
            for (int i = 1; i <= 200_000; i++) {
                lost += hashes.add(drawn(t * 1_000_000 + i)) ? 1 : 0;
            }
        }
        Trace.check(lost < 800, lost + " of 800,000 lost");
    }

    /**
     * Several threads draw from the same numbers while filters fill up and grow. What any of them was told to be new is known
     * afterwards, and was new only once, but for the few that two threads changed at the same time.
     */
    private static void stress(long bytes, int mayFail) throws Exception {
        int each = 60_000;
        Hashes hashes = new Hashes(bytes);
        int[][] fresh = new int[4][each];
        Set<Integer> drawn = java.util.Collections.newSetFromMap(new java.util.concurrent.ConcurrentHashMap<>());
        Thread[] threads = new Thread[fresh.length];
        for (int t = 0; t < threads.length; t++) {
            int[] own = fresh[t];
            Random random = new Random(t);
            threads[t] = new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    int hash = 1 + random.nextInt(each) * 35_791; // The others draw most of them, too.
                    drawn.add(hash);
                    own[i] = hashes.add(hash) ? hash : 0;
                    hashes.count(4); // Filters grow as if there were more, and nothing is forgotten.
                }
            });
            threads[t].start();
        }
        Set<Integer> told = new HashSet<>();
        int twice = 0;
        for (int t = 0; t < threads.length; t++) {
            threads[t].join();
            for (int hash : fresh[t]) {
                twice += hash != 0 && !told.add(hash) ? 1 : 0;
            }
        }
        int unknown = 0;
        for (int hash : told) {
            unknown += hashes.add(hash) ? 1 : 0;
        }
        String failed = twice + " new twice, " + unknown + " unknown, " + told.size() + " new of " + drawn.size();
        Trace.check(twice + unknown < mayFail && told.size() > drawn.size() * 9 / 10, failed);
    }

    private Identities() {}
}
