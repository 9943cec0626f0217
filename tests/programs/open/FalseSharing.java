/** Threads that write beside each other: elements of an array and fields of an object, close together and far apart. */
public class FalseSharing {
    static final int THREADS = 2;
    static final int ROUNDS = 500;
    /** Longs of a line of the cache. */
    static final int LINE = 8;

    static class Pair {
        int left;
        int right;
    }

    static void both(Runnable left, Runnable right) throws InterruptedException {
        Thread one = new Thread(left);
        Thread other = new Thread(right);
        one.start();
        other.start();
        one.join();
        other.join();
    }

    static void count(int[] counts, int me) {
        for (int i = 0; i < ROUNDS; i++) {
            counts[me]++;
        }
    }

    static void countApart(long[] padded, int me) {
        for (int i = 0; i < ROUNDS; i++) {
            padded[2 * LINE * me]++;
        }
    }

    static void byTurns(int[] squares, int me) {
        for (int i = me; i < squares.length; i += THREADS) {
            squares[i] = i * i;
        }
    }

    static void byBlocks(int[] cubes, int me) {
        int half = cubes.length / THREADS;
        for (int i = me * half; i < (me + 1) * half; i++) {
            cubes[i] = i * i * i;
        }
    }

    static void left(Pair pair) {
        for (int i = 0; i < ROUNDS; i++) {
            pair.left++;
        }
    }

    static void right(Pair pair) {
        for (int i = 0; i < ROUNDS; i++) {
            pair.right++;
        }
    }

    static void handOn(int[] line, int me) {
        synchronized (line) {
            line[me] = line[1 - me] + 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] counts = new int[THREADS];
        both(() -> count(counts, 0), () -> count(counts, 1));
        long[] padded = new long[2 * LINE * THREADS];
        both(() -> countApart(padded, 0), () -> countApart(padded, 1));
        int[] squares = new int[640];
        both(() -> byTurns(squares, 0), () -> byTurns(squares, 1));
        int[] cubes = new int[640];
        both(() -> byBlocks(cubes, 0), () -> byBlocks(cubes, 1));
        Pair pair = new Pair();
        both(() -> left(pair), () -> right(pair));
        int[] line = new int[2];
        // Whoever comes second reads what the other wrote.
        both(() -> handOn(line, 0), () -> handOn(line, 1));
        int sum = counts[0] + counts[1] + pair.left + pair.right + squares[639] + cubes[639];
        System.out.println(sum + " " + padded[0] + " " + padded[2 * LINE]);
    }
}
