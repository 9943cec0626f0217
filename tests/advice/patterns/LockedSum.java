/** A sum is guarded by a lock, which keeps no order between the iterations. */
public class LockedSum {
    static long sum;

    public static void main(String[] args) {
        var lock = new java.util.concurrent.locks.ReentrantLock();
        for (int i = 0; i < 2000; i++) { // advice: reduction via sum
            int value = i * 7919 % 1009;
            lock.lock();
            try {
                sum += value;
            } finally {
                lock.unlock();
            }
        }
        System.out.println(sum);
    }
}
