/** A lock keeps threads apart, and yet each value is computed from the one before. */
public class LockedChain {
    static final java.util.concurrent.locks.ReentrantLock LOCK = new java.util.concurrent.locks.ReentrantLock();
    static int last = 1;

    public static void main(String[] args) {
        for (int i = 0; i < 2000; i++) { // advice: serial via last
            LOCK.lock();
            try {
                last = (last * last + i) % 10007;
            } finally {
                LOCK.unlock();
            }
        }
        System.out.println(last);
    }
}
