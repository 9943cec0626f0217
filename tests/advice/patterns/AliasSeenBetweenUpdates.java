/** A sum is updated, seen by another name, and updated again: no later iteration meets what was seen. */
public class AliasSeenBetweenUpdates {
    static int seen;
    int own;

    int get() {
        return own;
    }

    static void addTo(int[] sums, int[] view, int value) {
        sums[2] += value;
        seen ^= view[2];
        sums[2] -= value / 2;
    }

    static void addBeside(int[] sums, int[] view, int value) {
        sums[2] += value;
        seen ^= view[2];
        sums[2] -= value / 2;
    }

    public static void main(String[] args) {
        int[] sums = new int[16];
        int[] view = sums;
        int[][] rows = {sums, view};
        int[] others = new int[16];
        AliasSeenBetweenUpdates one = new AliasSeenBetweenUpdates();
        AliasSeenBetweenUpdates same = args.length == 0 ? one : new AliasSeenBetweenUpdates();
        for (int i = 0; i < 3000; i++) { // advice: serial | scan
            sums[3] += i;
            seen ^= view[3];
            sums[3] -= i / 2;
        }
        for (int i = 0; i < 3000; i++) { // advice: serial | scan
            rows[0][5] += i;
            seen ^= rows[1][5];
            rows[0][5] -= i / 2;
        }
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via own
            one.own += i;
            seen ^= same.own;
            one.own -= i / 2;
        }
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via own
            one.own += i;
            seen ^= same.get();
            one.own -= i / 2;
        }
        for (int i = 0; i < 3000; i++) { // advice: serial | scan | overlapping
            sums[i & 15] += i;
            seen ^= sums[(i + 16) % 16];
            sums[i & 15] -= i / 2;
        }
        for (int i = 0; i < 3000; i++) { // advice: serial | scan
            addTo(sums, view, i);
        }
        for (int i = 0; i < 3000; i++) { // advice: reduction
            addBeside(sums, others, i);
        }
        int[] more = args.length == 0 ? new int[16] : sums;
        for (int i = 0; i < 3000; i++) { // advice: reduction
            sums[3] += i;
            seen ^= more[3];
            sums[3] -= i / 2;
        }
        System.out.println(sums[3] + " " + sums[5] + " " + one.own + " " + seen);
    }
}
