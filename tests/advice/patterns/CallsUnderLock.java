/** Each call changes a state under a lock: the lock does not keep the calls in order. */
public class CallsUnderLock {
    static final java.util.concurrent.locks.Lock LOCK = new java.util.concurrent.locks.ReentrantLock();
    static int state = 1;

    static void work(int value) {
        int hash = value; // advice of calls: serial | not-known
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        LOCK.lock();
        state = (state * state + hash) % 10007;
        LOCK.unlock();
    }

    public static void main(String[] args) {
        for (int i = 0; i < 30; i++) { // advice: serial | not-known | overlapping
            work(i);
        }
        System.out.println(state);
    }
}
