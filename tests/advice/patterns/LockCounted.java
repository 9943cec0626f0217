/** Between entering and leaving, the lock is asked how often it is held. */
public class LockCounted {
    static final java.util.concurrent.locks.ReentrantLock LOCK = new java.util.concurrent.locks.ReentrantLock();
    static int[] holds = new int[2000];

    public static void main(String[] args) {
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            LOCK.lock();
            holds[i] = LOCK.getHoldCount();
            LOCK.unlock();
        }
        System.out.println(holds[1999]);
    }
}
