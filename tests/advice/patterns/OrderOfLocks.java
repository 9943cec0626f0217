import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.locks.ReentrantLock;

/** Iterations take two locks at a time, some in one order and some in the other: in parallel, they may wait for each other for ever. */
public class OrderOfLocks {
    static final Object first = new Object();
    static final Object second = new Object();
    final int[] own = new int[16];

    static int work(int x) {
        for (int k = 0; k < 30; k++) {
            x = x * 31 + (x >>> 7) + k;
        }
        return x & 0xffff;
    }

    static int forth(int i) {
        synchronized (first) {
            synchronized (second) {
                return work(i);
            }
        }
    }

    static int back(int i) {
        synchronized (second) {
            synchronized (first) {
                return work(i) + 1;
            }
        }
    }

    synchronized int get(int i) {
        return own[i & 15] + work(i);
    }

    synchronized int compare(OrderOfLocks other, int i) {
        return get(i) - other.get(i);
    }

    synchronized int twice(int i) {
        return get(i) + this.get(i + 1);
    }

    public static void main(String[] args) {
        int[] out = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: with-changes | not-known via OrderOfLocks, remedy one-order-of-locks
            out[i] = i % 2 == 0 ? forth(i) : back(i);
        }
        OrderOfLocks a = new OrderOfLocks();
        OrderOfLocks b = new OrderOfLocks();
        for (int i = 0; i < 2000; i++) { // advice: with-changes | not-known via OrderOfLocks, remedy one-order-of-locks
            out[i] += i % 2 == 0 ? a.compare(b, i) : b.compare(a, i);
        }
        for (int i = 0; i < 2000; i++) { // advice: with-changes
            out[i] += a.twice(i);
        }
        Vector<Integer> v = new Vector<>();
        Vector<Integer> w = new Vector<>();
        for (int i = 0; i < 10; i++) {
            v.add(i);
            w.add(i);
        }
        for (int i = 0; i < 2000; i++) { // advice: with-changes | not-known via Vector, remedy one-order-of-locks
            out[i] += work(i) + ((i % 2 == 0 ? v.equals(w) : w.equals(v)) ? 1 : 2);
        }
        List<Integer> l = Collections.synchronizedList(new ArrayList<>(v));
        List<Integer> m = Collections.synchronizedList(new ArrayList<>(w));
        for (int i = 0; i < 2000; i++) { // advice: with-changes | not-known via List, remedy one-order-of-locks
            out[i] += work(i) + ((i % 2 == 0 ? l.equals(m) : m.equals(l)) ? 1 : 2);
        }
        ReentrantLock[] locks = new ReentrantLock[2000];
        for (int i = 0; i < 2000; i++) {
            locks[i] = new ReentrantLock();
            locks[i].lock();
        }
        for (int i = 0; i < 2000; i++) { // advice: with-changes | not-known via ReentrantLock, remedy same-thread-unlocks
            out[i] += work(i);
            locks[i].unlock();
        }
        System.out.println(out[1999]);
    }
}
