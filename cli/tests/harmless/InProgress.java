/**
 * Daemon threads that are in the middle of long paths, with data recorded and no path number written, when the program
 * ends: what they were at is no loss.
 */
public class InProgress {
    static final int THREADS = 6;
    static volatile int begun;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(InProgress::turn);
            thread.setDaemon(true);
            thread.start();
        }
        while (begun < THREADS) {
            Thread.sleep(1);
        }
        System.out.println("done");
    }

    static synchronized void begin() {
        begun++;
    }

    static void turn() {
        long[] a = new long[64];
        int at = 0;
        begin();
        while (true) {
            int[] here = new int[4];
            here[at & 1] = at;
            here[at & 2] = here[at & 1] + at;
            a[here[at & 2] & 63] += a[at & 31];
            a[at * 7 & 63] ^= a[at * 5 & 31] / (at | 1);
            a[at * 3 & 63] -= a[at * 11 & 31] % (at | 3);
            a[at * 13 & 63] += a[at * 17 & 31];
            at++;
        }
    }
}
