import java.util.*;
import java.util.concurrent.locks.*;
/** Two threads use one builder or array, which is known by its hash: of few of them, none has that of another. */
public class SharedText {
    interface Work { void run() throws Exception; }
    static void twice(Work work) throws Exception {
        Thread a = thread(work), b = thread(work);
        a.start(); b.start(); a.join(); b.join();
    }
    static Thread thread(Work work) { return new Thread(() -> { try { work.run(); } catch (Exception e) { } }); }
    public static void main(String[] a) throws Exception {
        StringBuilder text = new StringBuilder();
        twice(() -> { for (int i = 0; i < 20; i++) text.append((char) ('a' + i)); }); // races
        // A read lock keeps no other reader out; but one that comes when the other one has left is behind it.
        ReadWriteLock lock = new ReentrantReadWriteLock();
        int[] counts = new int[1];
        twice(() -> { for (int i = 0; i < 20; i++) { lock.readLock().lock(); counts[0] += i; lock.readLock().unlock(); } }); // may race
        List<Integer> list = new ArrayList<>();
        twice(() -> { for (int i = 0; i < 20; i++) list.add(i); }); // races
        Map<Integer, Integer> map = new HashMap<>();
        twice(() -> { for (int i = 0; i < 20; i++) map.merge(i & 7, 1, Integer::sum); }); // races
        System.out.println(counts[0] == 0);
    }
}
