/** An exception that ends a thread but not the program; an own handler for such exceptions. */
public class UncaughtInThread {
    static int[] slots = new int[4];

    static void fill(int n) {
        for (int i = 0; i < n; i++) {
            slots[i]++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> fill(9), "worker");
        t.start();
        t.join();
        Thread u = new Thread(() -> fill(6), "handled");
        u.setUncaughtExceptionHandler((who, e) -> System.out.println(who.getName() + ": " + e.getMessage()));
        u.start();
        u.join();
        System.out.println(slots[0] + slots[3]);
    }
}
