/** Two threads take turns: each changes all elements of an array that the other one has changed before. */
public final class PassedOn {
    static final int LENGTH = 4096;
    private static int next;

    static void turns(int me, int turns, int[] passed, Object lock) {
        for (int turn = 0; turn < turns; turn++) {
            synchronized (lock) {
                while (next != me) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
                for (int i = 0; i < LENGTH; i++) {
                    passed[i] = passed[i] * 31 + i;
                }
                next = 1 - me;
                lock.notify();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int turns = Integer.parseInt(args[0]) / 1000;
        int[] passed = new int[LENGTH];
        Object lock = new Object();
        Thread other = new Thread(() -> turns(1, turns, passed, lock));
        other.start();
        turns(0, turns, passed, lock);
        other.join();
        System.out.println(passed[7]);
    }
}
