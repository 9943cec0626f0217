/** The text of a list that is filled under a lock is kept before the lock is left. */
public class LockedListHashed {
    public static void main(String[] args) {
        var lock = new java.util.concurrent.locks.ReentrantLock();
        java.util.List<Integer> list = new java.util.ArrayList<>();
        int[] hashes = new int[300];
        for (int i = 0; i < hashes.length; i++) { // advice: serial | not-known
            lock.lock();
            list.add(i * 7919 % 1009);
            hashes[i] = list.hashCode();
            list.add(-i);
            lock.unlock();
        }
        System.out.println(hashes[299]);
    }
}
