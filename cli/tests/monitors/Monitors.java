/** Monitors in every way: nested, entered again, left by exceptions, given up by wait, of objects, arrays and classes. */
public class Monitors {
    static final Object FIRST = new Object();
    static final int[] SECOND = new int[1];
    static final Monitors SHARED = new Monitors();
    static int sum;
    static boolean full;
    int count;

    synchronized int add(int value) {
        count += value;
        if (value % 7 == 3) {
            throw new IllegalStateException("add " + value);
        }
        return value > 0 ? 1 + add(value - 1) : 0;
    }

    static synchronized void total(int value) {
        if (value % 5 == 4) {
            throw new IllegalArgumentException();
        }
        sum += value;
    }

    static int nested(int value) {
        synchronized (FIRST) {
            synchronized (SECOND) {
                SECOND[0] += value;
                synchronized (FIRST) {
                    if (value % 3 == 2) {
                        throw new RuntimeException();
                    }
                }
                return SECOND[0] / (value % 4);
            }
        }
    }

    synchronized void again(int depth) {
        synchronized (this) {
            if (depth > 0) {
                again(depth - 1);
            }
            count++;
        }
    }

    static int deep(int depth) {
        synchronized (SECOND) {
            return depth == 0 ? 0 : 1 + deep(depth - 1);
        }
    }

    static void nothing(Object lock) {
        try {
            synchronized (lock) {
                sum++;
            }
        } catch (NullPointerException e) {
            total(1);
        }
    }

    static void attempt(Runnable what) {
        try {
            what.run();
        } catch (RuntimeException e) {
            synchronized (Monitors.class) {
                sum += e.getMessage() == null ? 1 : 2;
            }
        }
    }

    static void hand(int rounds, boolean gives) throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            synchronized (FIRST) {
                while (full == gives) {
                    FIRST.wait();
                }
                full = gives;
                FIRST.notifyAll();
            }
        }
    }

    static void work(int me) throws InterruptedException {
        for (int i = 0; i < 40; i++) {
            int value = i;
            attempt(() -> SHARED.add(value % 9));
            attempt(() -> total(value));
            attempt(() -> nested(value));
            SHARED.again(i % 4);
            deep(i % 6);
            nothing(i % 2 == 0 ? null : SHARED);
        }
        hand(20, me % 2 == 0);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                try {
                    work(me);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(SHARED.count > 0 && !full);
    }
}
