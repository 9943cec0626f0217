/** The first iteration that gets the lock decides what all others do. */
public class LockedFirst {
    static final java.util.concurrent.locks.ReentrantLock LOCK = new java.util.concurrent.locks.ReentrantLock();
    static long sum;

    public static void main(String[] args) {
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            if (LOCK.tryLock()) {
                sum += i;
            }
        }
        System.out.println(sum + LOCK.getHoldCount());
    }
}
