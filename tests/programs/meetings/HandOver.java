/** Two threads take turns, by a monitor. */
public class HandOver {
    static final Object LOCK = new Object();
    static int turn, done;
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> play(0)), b = new Thread(() -> play(1));
        a.start(); b.start(); a.join(); b.join();
        System.out.println(done);
    }
    static void play(int own) {
        for (int round = 0; round < 50; round++) {
            synchronized (LOCK) {
                while (turn != own) {
                    try { LOCK.wait(); } catch (InterruptedException e) { return; }
                }
                int x = own;
                for (int i = 0; i < 20; i++) x = x * 31 + i;
                done += x & 1;
                turn = 1 - own;
                LOCK.notifyAll();
            }
        }
    }
}
