/** Each iteration gives back the lock that the one before has taken. */
public class LockHandedOn {
    static final java.util.concurrent.locks.ReentrantLock LOCK = new java.util.concurrent.locks.ReentrantLock();
    static long sum;

    public static void main(String[] args) {
        LOCK.lock();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            sum += i % 7;
            LOCK.unlock();
            sum += i % 5;
            LOCK.lock();
        }
        System.out.println(sum);
    }
}
