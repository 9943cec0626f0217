/** Sixteen threads, each of which waits for the one before. */
public class Joins {
    static int[] done = new int[16];
    public static void main(String[] args) throws Exception {
        Thread before = null;
        Thread[] all = new Thread[16];
        for (int i = 0; i < 16; i++) {
            final int at = i; final Thread last = before;
            all[i] = new Thread(() -> work(at, last));
            before = all[i];
        }
        for (Thread t : all) t.start();
        for (Thread t : all) t.join();
        int sum = 0;
        for (int i = 0; i < 16; i++) sum += done[i];
        System.out.println(sum);
    }
    static void work(int at, Thread last) {
        try {
            if (last != null) last.join();
        } catch (InterruptedException e) { throw new RuntimeException(e); }
        int x = at;
        for (int i = 0; i < 200; i++) x = x * 31 + i;
        done[at] = x;
    }
}
