/** Sums so far that iterations only keep or use: what each adds is computed first. */
public class NumbersHandedOut {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static int taken;

    static int[] conditional(int n) {
        int[] id = new int[n];
        int next = 100;
        for (int i = 0; i < n; i++) { // advice: scan, gains 1.1 to 2
            if ((mix(i, 200) & 1) == 0) {
                id[i] = next++;
            }
        }
        return id;
    }

    static int[] keptBefore(int n) {
        int[] start = new int[n];
        int next = 100;
        for (int i = 0; i < n; i++) { // advice: scan, gains 1.1 to 2
            int length = mix(i, 200) & 7;
            start[i] = next;
            next += length;
        }
        return start;
    }

    static int[] keptAfter(int n) {
        int[] end = new int[n];
        int next = 100;
        for (int i = 0; i < n; i++) { // advice: scan, gains 1.1 to 2
            next += mix(i, 200) & 7;
            end[i] = next;
        }
        return end;
    }

    static int[] inField(int n) {
        int[] end = new int[n];
        for (int i = 0; i < n; i++) { // advice: scan, gains 1.1 to 2
            taken += mix(i, 200) & 7;
            end[i] = taken;
        }
        return end;
    }

    /** The number that it keeps decides whether there is a next one. */
    static int[] decides(int n) {
        int[] id = new int[n];
        int next = 100;
        for (int i = 0; i < n; i++) { // advice: serial | overlapping | not-known
            id[i] = next + mix(i, 20);
            if (mix(id[i], 200) % 3 == 0) {
                next++;
            }
        }
        return id;
    }

    /** The next iteration adds the number that it keeps. */
    static int[] feeds(int n) {
        int[] sum = new int[n];
        int next = 100;
        for (int i = 1; i < n; i++) { // advice: serial | overlapping | not-known
            next += sum[i - 1] & mix(i, 20);
            sum[i] = next;
        }
        return sum;
    }

    /** A call sees the number, and keeps what the next length follows from. */
    static int seed = 7;

    static int look(int next) {
        seed = mix(seed + next, 20);
        return seed;
    }

    static int[] called(int n) {
        int[] start = new int[n];
        int next = 100;
        for (int i = 0; i < n; i++) { // advice: serial | overlapping | not-known
            start[i] = look(next);
            next += mix(seed, 20) & 7;
        }
        return start;
    }

    /** The number is set back. */
    static int[] setBack(int n) {
        int[] id = new int[n];
        int next = 100;
        for (int i = 0; i < n; i++) { // advice: serial | overlapping | not-known
            id[i] = next++;
            if ((mix(next, 200) & 15) == 0) {
                next = 0;
            }
        }
        return id;
    }

    public static void main(String[] args) {
        int n = 120;
        int sum = conditional(n)[7] + keptBefore(n)[8] + keptAfter(n)[9] + inField(n)[10];
        System.out.println(sum + decides(n)[7] + feeds(n)[8] + called(n)[9] + setBack(n)[10]);
    }
}
