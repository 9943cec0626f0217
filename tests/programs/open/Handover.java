import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * Threads that hand over values by every way there is. Each cell is given a value and taken from by turns: an order of the
 * threads that respects happens-before shows just that.
 */
public class Handover {
    static final class Cell {
        private int value;

        Cell give(int v) {
            value = v;
            return this;
        }

        int take() {
            return value;
        }
    }

    static final int ROUNDS = 100;

    interface Body {
        void run() throws Exception;
    }

    /** Between two looks: few, so that the trace stays small. */
    static void pause() {
        LockSupport.parkNanos(5_000);
    }

    static Thread start(Body body) {
        Thread t = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        return t;
    }

    static final Object LOCK = new Object();
    static boolean full;

    static synchronized boolean put(Cell cell, int v) {
        if (full) {
            return false;
        }
        cell.give(v);
        full = true;
        return true;
    }

    static synchronized int get(Cell cell) {
        if (!full) {
            return -1;
        }
        full = false;
        return cell.take();
    }

    static long synchronizedMethods() throws Exception {
        Cell cell = new Cell();
        Thread t = start(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                while (!put(cell, i)) {
                    pause();
                }
            }
        });
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            int v;
            while ((v = get(cell)) < 0) {
                pause();
            }
            sum += v;
        }
        t.join();
        return sum;
    }

    static boolean ready;

    static long waitAndNotify() throws Exception {
        Cell cell = new Cell();
        Thread t = start(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                synchronized (LOCK) {
                    while (ready) {
                        LOCK.wait();
                    }
                    cell.give(i);
                    ready = true;
                    LOCK.notifyAll();
                }
            }
        });
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            synchronized (LOCK) {
                while (!ready) {
                    LOCK.wait();
                }
                sum += cell.take();
                ready = false;
                LOCK.notifyAll();
            }
        }
        t.join();
        return sum;
    }

    static volatile int turn;
    volatile int own;

    static long volatileFields() throws Exception {
        Cell cell = new Cell();
        Handover shared = new Handover();
        Thread t = start(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                while (turn != 2 * i) {
                    pause();
                }
                cell.give(i);
                shared.own = i + 1;
            }
        });
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            while (shared.own != i + 1) {
                pause();
            }
            sum += cell.take();
            turn = 2 * i + 2;
        }
        t.join();
        return sum;
    }

    static int plain;
    static final VarHandle PLAIN;

    static {
        try {
            PLAIN = MethodHandles.lookup().findStaticVarHandle(Handover.class, "plain", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static long varHandles() throws Exception {
        Cell cell = new Cell();
        Thread t = start(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                while ((int) PLAIN.getAcquire() != 2 * i) {
                    pause();
                }
                cell.give(i);
                PLAIN.setRelease(2 * i + 1);
            }
        });
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            while ((int) PLAIN.getAcquire() != 2 * i + 1) {
                pause();
            }
            sum += cell.take();
            PLAIN.setRelease(2 * i + 2);
        }
        t.join();
        return sum;
    }

    static long startAndJoin() throws Exception {
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            Cell in = new Cell().give(i);
            Cell out = new Cell();
            start(() -> out.give(in.take())).join();
            sum += out.take();
        }
        Cell alive = new Cell();
        Thread t = start(() -> alive.give(1));
        while (t.isAlive()) {
            pause();
        }
        return sum + alive.take();
    }

    static long executors() throws Exception {
        long sum = 0;
        ExecutorService pool = Executors.newFixedThreadPool(3);
        for (int i = 0; i < ROUNDS; i++) {
            Cell in = new Cell().give(i);
            Cell out = new Cell();
            Future<Cell> future = pool.submit(() -> out.give(in.take()));
            sum += future.get().take();
            Cell failing = new Cell();
            Future<?> fails = pool.submit(() -> {
                failing.give(1);
                throw new IllegalStateException();
            });
            try {
                fails.get();
            } catch (ExecutionException e) {
                sum += failing.take();
            }
            Cell later = new Cell();
            sum += CompletableFuture.supplyAsync(() -> later.give(2), pool).thenApplyAsync(Cell::take, pool).get();
        }
        pool.shutdown();
        return sum;
    }

    static long queues(BlockingQueue<Cell> queue) throws Exception {
        Thread t = start(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                queue.put(new Cell().give(i));
            }
        });
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            sum += queue.take().take();
        }
        t.join();
        return sum;
    }

    static long latchesAndBarriers() throws Exception {
        long sum = 0;
        CyclicBarrier barrier = new CyclicBarrier(2);
        Semaphore permits = new Semaphore(0);
        Exchanger<Cell> exchanger = new Exchanger<>();
        for (int i = 0; i < ROUNDS; i++) {
            int round = i;
            Cell a = new Cell();
            Cell b = new Cell();
            Cell c = new Cell();
            CountDownLatch latch = new CountDownLatch(1);
            Thread t = start(() -> {
                a.give(round);
                latch.countDown();
                b.give(round);
                barrier.await();
                c.give(round);
                permits.release();
                exchanger.exchange(new Cell().give(round)).take();
            });
            latch.await();
            sum += a.take();
            barrier.await();
            sum += b.take();
            permits.acquire();
            sum += c.take() + exchanger.exchange(new Cell().give(0)).take();
            t.join();
        }
        return sum;
    }

    static long atomics() throws Exception {
        long sum = 0;
        AtomicReference<Cell> reference = new AtomicReference<>();
        AtomicInteger number = new AtomicInteger();
        Cell counted = new Cell();
        Thread t = start(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                Cell cell = new Cell().give(i);
                while (!reference.compareAndSet(null, cell)) {
                    pause();
                }
                while (number.get() != 2 * i) {
                    pause();
                }
                counted.give(i);
                number.incrementAndGet();
            }
        });
        for (int i = 0; i < ROUNDS; i++) {
            Cell cell;
            while ((cell = reference.getAndSet(null)) == null) {
                pause();
            }
            sum += cell.take();
            while (number.get() != 2 * i + 1) {
                pause();
            }
            sum += counted.take();
            number.incrementAndGet();
        }
        t.join();
        return sum;
    }

    static long collections() throws Exception {
        ConcurrentHashMap<Integer, Cell> map = new ConcurrentHashMap<>();
        List<Cell> list = Collections.synchronizedList(new ArrayList<>());
        StringBuffer text = new StringBuffer();
        List<Cell> signalled = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            signalled.add(new Cell());
        }
        Thread t = start(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                map.put(i, new Cell().give(i));
                list.add(new Cell().give(i));
                signalled.get(i).give(i);
                text.append('x');
            }
        });
        long[] sum = {0};
        for (int i = 0; i < ROUNDS; i++) {
            while (list.size() <= i) {
                pause();
            }
            sum[0] += list.get(i).take();
            while (text.length() <= i) {
                pause();
            }
            sum[0] += signalled.get(i).take();
            // Taken in a call-back, under the map's own lock.
            map.computeIfPresent(i, (key, cell) -> {
                sum[0] += cell.take();
                return null;
            });
        }
        t.join();
        return sum[0];
    }

    static final ReentrantLock REENTRANT = new ReentrantLock();

    static long locksAndPermits() throws Exception {
        long sum = 0;
        Cell cell = new Cell();
        boolean[] given = {false};
        Thread main = Thread.currentThread();
        Thread t = start(() -> {
            for (int i = 0; i < ROUNDS;) {
                REENTRANT.lock();
                try {
                    if (!given[0]) {
                        cell.give(i++);
                        given[0] = true;
                        LockSupport.unpark(main);
                    }
                } finally {
                    REENTRANT.unlock();
                }
                pause();
            }
        });
        for (int i = 0; i < ROUNDS;) {
            REENTRANT.lock();
            try {
                if (given[0]) {
                    sum += cell.take();
                    given[0] = false;
                    i++;
                }
            } finally {
                REENTRANT.unlock();
            }
            pause();
        }
        t.join();
        return sum;
    }

    static long interrupts() throws Exception {
        Cell cell = new Cell();
        Cell sleeping = new Cell();
        long[] sum = {0};
        Thread t = start(() -> {
            while (!Thread.interrupted()) {
                Thread.yield();
            }
            sum[0] += cell.take();
            try {
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
                sum[0] += sleeping.take();
            }
        });
        cell.give(5);
        t.interrupt();
        sleeping.give(6);
        while (t.getState() != Thread.State.TIMED_WAITING) {
            pause();
        }
        t.interrupt();
        t.join();
        return sum[0];
    }

    static long timers() throws Exception {
        Timer timer = new Timer(true);
        Cell in = new Cell().give(7);
        Cell out = new Cell();
        CountDownLatch done = new CountDownLatch(1);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                out.give(in.take());
                done.countDown();
            }
        }, 1);
        done.await();
        timer.cancel();
        return out.take();
    }

    static class Sum extends RecursiveTask<Integer> {
        final Cell[] cells;
        final int from;
        final int to;

        Sum(Cell[] cells, int from, int to) {
            this.cells = cells;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from == 1) {
                return cells[from].take();
            }
            Sum left = new Sum(cells, from, (from + to) / 2);
            left.fork();
            return new Sum(cells, (from + to) / 2, to).compute() + left.join();
        }
    }

    static long parallel() throws Exception {
        Cell[] cells = new Cell[64];
        IntStream.range(0, cells.length).parallel().forEach(i -> cells[i] = new Cell().give(i));
        long sum = new ForkJoinPool(4).invoke(new Sum(cells, 0, cells.length));
        IntStream.range(0, cells.length).parallel().forEach(i -> cells[i].give(2 * i));
        return sum + IntStream.range(0, cells.length).parallel().map(i -> cells[i].take()).sum();
    }

    static Cell givenSlowly(int v) {
        try {
            Thread.sleep(60);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return new Cell().give(v);
    }

    /** Handed over by nothing but the initialisation of the class: a field is read. */
    static class Read {
        static final Cell MINE = givenSlowly(8);
        static final Cell YOURS = givenSlowly(9);
    }

    /** The same: a method is called. */
    static class Called {
        static final Cell[] CELLS = {givenSlowly(10), givenSlowly(11)};

        static int take(int which) {
            return CELLS[which].take();
        }
    }

    /** The second thread comes while the first initialises the class, and waits. */
    static long initialisers() throws Exception {
        long[] sums = {0, 0};
        Thread first = start(() -> sums[0] += Read.MINE.take() + Called.take(0));
        Thread.sleep(30);
        Thread second = start(() -> sums[1] += Read.YOURS.take() + Called.take(1));
        first.join();
        second.join();
        return sums[0] + sums[1];
    }

    public static void main(String[] args) throws Exception {
        System.out.println("synchronized " + synchronizedMethods() + ", wait " + waitAndNotify());
        System.out.println("volatile " + volatileFields() + ", var handles " + varHandles());
        System.out.println("start and join " + startAndJoin() + ", executors " + executors());
        System.out.println("queues " + queues(new ArrayBlockingQueue<>(3)) + " " + queues(new SynchronousQueue<>()));
        System.out.println("latches and barriers " + latchesAndBarriers() + ", atomics " + atomics());
        System.out.println("collections " + collections() + ", locks " + locksAndPermits());
        System.out.println("interrupts " + interrupts() + ", timers " + timers() + ", parallel " + parallel());
        System.out.println("initialisers " + initialisers());
    }
}
