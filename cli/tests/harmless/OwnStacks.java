// Threads that were given a stack as large as they need have one that is large enough for traced frames, too.

/** Recursions as deep as the stack of a thread allows, which the program chose itself. */
public class OwnStacks {
    static final long SIZE = 1 << 20;
    static final int DEPTH = 12_000;

    static int down(int n) {
        return n == 0 ? 0 : 1 + down(n - 1);
    }

    /** A thread class of the program that passes a size on. */
    static final class Deep extends Thread {
        private final int depth;

        Deep(int depth) {
            super(null, null, "deep", SIZE);
            this.depth = depth;
        }

        @Override
        public void run() {
            System.out.println(getName() + " " + down(depth));
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 500; i++) {
            down(100); // Until it is compiled: frames are smaller then.
        }
        Thread.sleep(100);
        Thread[] threads = {
            new Deep(DEPTH),
            new Thread(null, () -> System.out.println("plain " + down(DEPTH)), "plain", SIZE),
            new Thread(null, () -> System.out.println("alone " + down(DEPTH)), "alone", SIZE, false),
            new Thread(null, () -> System.out.println("usual " + down(100)), "usual", 0),
        };
        for (Thread thread : threads) {
            thread.start();
            thread.join();
        }
    }
}
