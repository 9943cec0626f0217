/** Four threads do all that they do under one lock. */
public class OneLock {
    static final Object LOCK = new Object();
    static int sum;
    public static void main(String[] args) throws Exception {
        Thread[] all = new Thread[4];
        for (int t = 0; t < 4; t++) { final int own = t; all[t] = new Thread(() -> run(own)); all[t].start(); }
        for (Thread t : all) t.join();
        System.out.println(sum);
    }
    static void run(int own) {
        for (int round = 0; round < 100; round++) {
            synchronized (LOCK) {
                int x = own;
                for (int i = 0; i < 20; i++) x = x * 31 + i;
                sum += x & 1;
            }
        }
    }
}
