import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Locks of all kinds, used by threads that take strict turns, so that every run has the same sections in the same order. */
public class Locks {
    static final int ROUNDS = 40;
    static final int THREADS = 2;

    /** Whose turn it is: what orders the threads, and nothing else. */
    static volatile int turn;

    static void await(int me) {
        while (turn % THREADS != me) {
            Thread.yield();
        }
    }

    static void next() {
        turn++;
    }

    /** One lock for different entries. */
    static final class Cache {
        final int[] entries = new int[THREADS];

        void put(int at) {
            synchronized (this) { // cache
                entries[at]++;
            }
        }
    }

    /** One lock for one counter. */
    static final class Counter {
        private int value;

        synchronized void add() {
            value++; // counter
        }
    }

    /** A lock that nobody shares. */
    static final class Own {
        private int value;

        void add() {
            synchronized (this) { // own
                value++;
            }
        }
    }

    /** A lock that is forgotten at times. */
    static final class Forgotten {
        private int value;

        void add() {
            synchronized (this) { // forgotten
                value++;
            }
        }

        int get() {
            return value; // unlocked
        }
    }

    /** A lock of java.util.concurrent. */
    static final class Account {
        private final Lock lock = new ReentrantLock();
        private int balance;

        void add(int amount) {
            lock.lock(); // account
            try {
                balance += amount;
            } finally {
                lock.unlock();
            }
        }
    }

    /** A lock inside a lock, twice. */
    static final class Nested {
        private final Object inner = new Object();
        private int outside;
        private int inside;

        void add() {
            synchronized (this) { // outer
                outside++;
                synchronized (this) { // outer
                    synchronized (inner) { // inner
                        inside++;
                    }
                }
            }
        }
    }

    /** A monitor at which threads wait. */
    static final class Box {
        private int value;

        void put(int put) throws InterruptedException {
            synchronized (this) { // box
                while (value != 0) {
                    wait();
                }
                value = put;
                notifyAll();
            }
        }

        int take() throws InterruptedException {
            synchronized (this) { // box
                while (value == 0) {
                    wait();
                }
                int taken = value;
                value = 0;
                notifyAll();
                return taken;
            }
        }
    }

    /** A condition at which threads wait. */
    static final class Gate {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition opened = lock.newCondition();
        private int passed;

        void pass(int me) throws InterruptedException {
            lock.lock(); // gate
            try {
                while (passed % THREADS != me) {
                    opened.await();
                }
                passed++;
                opened.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** A lock that is only tried. */
    static final class Tried {
        private final ReentrantLock lock = new ReentrantLock();
        private int value;

        void add() {
            if (lock.tryLock()) { // tried
                try {
                    value++;
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    static final Cache cache = new Cache();
    static final Counter counter = new Counter();
    static final Forgotten forgotten = new Forgotten();
    static final Account account = new Account();
    static final Nested nested = new Nested();
    static final Box box = new Box();
    static final Gate gate = new Gate();
    static final Tried tried = new Tried();
    static int sum;

    static void work(int me) throws InterruptedException {
        Own own = new Own();
        for (int i = 0; i < ROUNDS; i++) {
            await(me);
            cache.put(me);
            counter.add();
            own.add();
            forgotten.add();
            sum += forgotten.get();
            account.add(me);
            nested.add();
            tried.add();
            next();
        }
        for (int i = 1; i <= ROUNDS; i++) {
            gate.pass(me);
            if (me == 0) {
                box.put(i);
            } else {
                box.take();
            }
        }
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
        System.out.println(counter.value + forgotten.value + account.balance + nested.inside + tried.value + sum);
    }
}
