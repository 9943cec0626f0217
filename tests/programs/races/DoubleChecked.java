/** Double-checked locking, without and with a volatile field. */
public class DoubleChecked {
    static final class Plain {
        int value;

        Plain() {
            value = 42; // races
        }
    }

    static final class Safe {
        int value;

        Safe() {
            value = 42;
        }
    }

    static final Object lock = new Object();
    static Plain plain;
    static volatile Safe safe;

    static Plain plain() {
        if (plain == null) { // races
            synchronized (lock) {
                if (plain == null) {
                    plain = new Plain(); // races
                }
            }
        }
        return plain; // races
    }

    static Safe safe() {
        Safe found = safe;
        if (found == null) {
            synchronized (lock) {
                found = safe;
                if (found == null) {
                    safe = found = new Safe();
                }
            }
        }
        return found;
    }

    public static void main(String[] args) throws Exception {
        Thread[] all = new Thread[4];
        int[] sums = new int[all.length];
        for (int t = 0; t < all.length; t++) {
            int me = t;
            all[t] = new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    sums[me] += plain().value; // races
                    sums[me] += safe().value;
                }
            });
            all[t].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println(sums[0] + sums[1] + sums[2] + sums[3]);
    }
}
