import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Locks that are easily taken for other ones, or for held by those that do not hold them. */
public class Kinds {
    static final int ROUNDS = 20;
    static final int THREADS = 2;

    /** A list that locks itself, and is locked around two calls of it. */
    static final Vector<Integer> list = new Vector<>();
    static int listed;

    static void list(int value) {
        synchronized (list) { // list
            list.add(value);
            listed += list.size();
        }
    }

    /** A map that orders what threads do with it, though it never locks itself as a whole. */
    static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    static int mapped;

    static void map(int key) {
        synchronized (map) { // map
            map.put(key, map.size());
            mapped += map.size();
        }
    }

    /** A lock, and the monitor of its object, which is another one. */
    static final ReentrantLock both = new ReentrantLock();
    static int locked;
    static int entered;

    static void both() {
        synchronized (both) { // monitor
            entered++;
        }
        both.lock(); // lock
        try {
            locked++;
            synchronized (both) { // monitor
                entered++;
            }
        } finally {
            both.unlock();
        }
    }

    /** A monitor at which threads wait, and under which each works on what is its own. */
    static final Object waiting = new Object();
    static final int[] own = new int[THREADS];

    static void pause(int me) throws InterruptedException {
        synchronized (waiting) { // waiting
            own[me]++;
            waiting.wait(1);
            own[me]++;
            waiting.notifyAll();
        }
    }

    /** A monitor that one thread has to wait at for a while, and nobody else. */
    static void alone(Object mine) throws InterruptedException {
        synchronized (mine) { // alone
            mine.wait(1);
        }
    }

    /** A lock that is waited for, but not got by who is interrupted. */
    static final ReentrantLock interrupted = new ReentrantLock();
    static int missed;

    static void interrupt(int round) {
        if (round % 3 == 0) {
            Thread.currentThread().interrupt();
        }
        try {
            interrupted.lockInterruptibly(); // interrupted
            try {
                missed++;
            } finally {
                interrupted.unlock();
            }
        } catch (InterruptedException e) {
            int unlocked = round;
            own[0] += unlocked - round;
        }
    }

    /** One lock that is tried at times, and one that is not, both locked at one place. */
    static final ReentrantLock[] tried = {new ReentrantLock(), new ReentrantLock()};
    static int[] tries = new int[2];

    static void tried(int which) {
        tried[which].lock(); // tried
        try {
            tries[which]++;
        } finally {
            tried[which].unlock();
        }
        if (tried[0].tryLock()) { // tried
            try {
                tries[0]++;
            } finally {
                tried[0].unlock();
            }
        }
    }

    /** Locks for reading and for writing; the class of the one for reading says so only by what it extends. */
    static final class Reading extends ReentrantReadWriteLock.ReadLock {
        Reading(ReentrantReadWriteLock of) {
            super(of);
        }
    }

    static final ReentrantReadWriteLock shared = new ReentrantReadWriteLock();
    static final Reading reading = new Reading(shared);
    static final ReentrantReadWriteLock.WriteLock writing = shared.writeLock();
    static int written;

    static int readAndWrite() {
        writing.lock(); // writing
        try {
            written++;
        } finally {
            writing.unlock();
        }
        reading.lock(); // reading
        try {
            return written;
        } finally {
            reading.unlock();
        }
    }

    /** A lock of which nothing says whether it is one for reading. */
    static final Lock any = new ReentrantReadWriteLock().readLock();

    static int any() {
        any.lock(); // any
        try {
            return listed;
        } finally {
            any.unlock();
        }
    }

    /** A condition at which a thread waits that has two locks. */
    static final ReentrantLock outer = new ReentrantLock();
    static final ReentrantLock inner = new ReentrantLock();
    static final Condition of = inner.newCondition();

    static void two() throws InterruptedException {
        outer.lock(); // outer
        try {
            inner.lock(); // inner
            try {
                of.awaitNanos(1000);
            } finally {
                inner.unlock();
            }
        } finally {
            outer.unlock();
        }
    }

    static void work(int me) throws InterruptedException {
        int sum = 0;
        Object mine = new Object();
        for (int round = 0; round < ROUNDS; round++) {
            list(round);
            map(round * THREADS + me);
            both();
            pause(me);
            alone(mine);
            interrupt(round);
            tried(round % 2);
            sum += readAndWrite() + any();
            two();
        }
        own[me] += sum;
    }

    public static void main(String[] args) throws Exception {
        Thread[] all = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int me = t;
            all[t] = new Thread(() -> {
                try {
                    work(me);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            all[t].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println(locked + entered + missed + written);
    }
}
