/** Results are added to a list under a lock of which the program knows the interface only. */
public class LockedList {
    public static void main(String[] args) {
        java.util.concurrent.locks.ReadWriteLock both = new java.util.concurrent.locks.ReentrantReadWriteLock();
        java.util.List<Integer> results = new java.util.ArrayList<>();
        for (int i = 0; i < 2000; i++) { // advice: reduction via List
            int value = i * 7919 % 1009;
            both.writeLock().lock();
            results.add(value);
            both.writeLock().unlock();
        }
        System.out.println(results.get(7));
    }
}
