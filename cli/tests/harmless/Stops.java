// Threads that are stopped while they record: each sees it, as it would without us.
// newest: 19
// loses: what is stopped while it hands events over drops these; what strikes behind an event ends the thread's trace
// unanalysed: its reports lack what was lost

/** `Thread.stop`, which may strike anywhere, in the runtime, too. */
public class Stops {
    static final int STOPS = 40;

    public static void main(String[] args) throws Exception {
        int seen = 0;
        for (int i = 0; i < STOPS; i++) {
            seen += new Stops().stopped(i) ? 1 : 0;
        }
        System.out.println(seen + " of " + STOPS);
    }

    private volatile boolean begun;
    private volatile boolean stopped;
    private volatile boolean end;

    @SuppressWarnings("deprecation")
    private boolean stopped(int round) throws Exception {
        Thread thread = new Thread(this::work);
        thread.start();
        while (!begun) {
            Thread.sleep(1);
        }
        Thread.sleep(round % 3);
        thread.stop();
        thread.join(2_000);
        end = true;
        thread.join();
        return stopped;
    }

    private void work() {
        try {
            int[] values = new int[64];
            begun = true;
            for (int i = 0; !end; i++) {
                values[values[i & 63] + i & 63] = i & 31;
            }
        } catch (ThreadDeath e) {
            stopped = true;
        }
    }
}
