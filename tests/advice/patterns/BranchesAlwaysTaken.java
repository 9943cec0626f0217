/** All iterations overwrite something before they read it, but only as they all go the same way at a branch. */
public class BranchesAlwaysTaken {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static int last;

    static void remember(int i, int v) {
        if (v != 77) {
            last = v + i;
        }
    }

    static int kept;

    static void keep(int i, int v) {
        if (i % 2 == 0) {
            kept = v + i;
        } else {
            kept = v - i;
        }
    }

    static int seen;

    static int look(int v) {
        if (v == 77) {
            return 0;
        }
        seen = v;
        return seen * 3;
    }

    public static void main(String[] args) {
        int n = 120;
        int[] out = new int[n];
        int[] pair = new int[2];
        for (int i = 0; i < n; i++) { // advice: with-changes via int[], remedy only-if-not-taken
            int v = mix(i, 40);
            if (v != 77) {
                pair[0] = v;
                pair[1] = i;
            }
            out[i] = pair[0] ^ pair[1];
        }
        for (int i = 0; i < n; i++) { // advice: with-changes via last, remedy only-if-not-taken
            remember(i, mix(i, 40));
            out[i] += last;
        }
        // Whichever way an iteration goes, it writes what it reads.
        for (int i = 0; i < n; i++) { // advice: private-copies
            keep(i, mix(i, 40));
            out[i] += kept;
        }
        // The way that no iteration took leads past the read, too.
        for (int i = 0; i < n; i++) { // advice: private-copies
            out[i] += look(mix(i, 40));
        }
        int[] row = new int[8];
        for (int i = 0; i < n; i++) { // advice: private-copies
            for (int k = 0; k < 8; k++) {
                row[k] = mix(i + k, 8);
            }
            out[i] += row[i & 7];
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum = sum * 31 + out[i];
        }
        System.out.println(sum);
    }
}
