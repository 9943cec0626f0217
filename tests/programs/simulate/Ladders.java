/**
 * Loops and calls of which it is known what running them in parallel brings. A comment `expect:` names the rungs of the
 * ladder for the loop, or the method, on its line: what is freed, and the speed-up of the loop on 2 and on 8 cores.
 * Iterations take the same time, and a task costs nothing to create. `_`: cores are given in program order, so how well a
 * recursion uses many of them follows from no simple rule.
 */
public final class Ladders {
    static final int N = 64;
    static int total;
    static int[] scratch = new int[4];

    static int work(int x) {
        int y = x;
        for (int k = 0; k < 100; k++) {
            y = y * 31 + k;
        }
        return y >>> 1;
    }

    static void independent(int[] out) {
        for (int i = 0; i < N; i++) { // expect: as-is 1 1, counters 2 8, private-copies 2 8
            out[i] = work(i);
        }
    }

    static void reduction() {
        for (int i = 0; i < N; i++) { // expect: counters 1 1, private-copies 1 1, static 2 8
            total = work(total + i);
        }
    }

    static void lateReduction() {
        for (int i = 0; i < N; i++) { // expect: as-is 1 1, counters 2 8, private-copies 2 8
            int one = work(i);
            total += one;
        }
    }

    static void privateCopies(int[] out) {
        for (int i = 0; i < N; i++) { // expect: counters 1 1, private-copies 2 8
            scratch[0] = i;
            out[i] = work(scratch[0]) + scratch[0];
        }
    }

    /** Each iteration needs what the one three before it computed: never more than three at a time. */
    static void pipeline(int[] out) {
        for (int i = 3; i < N + 3; i++) { // expect: counters 2 3, private-copies 2 3, element 2 8
            out[i] = work(out[i - 3]);
        }
    }

    /** The first half of each iteration needs the first half of the one before: two halves overlap. */
    static void doacross(int[] out) {
        for (int i = 1; i <= N; i++) { // expect: counters 2 2, private-copies 2 2, element 2 8
            out[i] = work(out[i - 1]);
            out[i + 100] = work(i);
        }
    }

    /** Looks independent, but every element goes to the next one's place. */
    static void nearMiss(int[] out) {
        for (int i = 0; i < N; i++) { // expect: counters 1 1, private-copies 1 1, element 2 8
            int one = work(out[i]);
            out[i + 1] = one;
        }
    }

    static int tree(int depth) { // expect: as-is 2 _, private-copies 2 _
        if (depth == 0) {
            return work(depth);
        }
        int left = tree(depth - 1);
        int right = tree(depth - 1);
        return left + right;
    }

    static int chained(int x) { // expect: as-is 1 1, private-copies 1 1, return 2 8
        return work(x);
    }

    static int chain() {
        int x = 1;
        for (int i = 0; i < N; i++) {
            x = chained(x);
        }
        return x;
    }

    public static void main(String[] args) {
        int[] out = new int[300];
        independent(out);
        reduction();
        lateReduction();
        privateCopies(out);
        pipeline(out);
        doacross(out);
        nearMiss(out);
        System.out.println(total + out[0] + out[N] + tree(10) + chain());
    }
}
