import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads leave their carriers in every way there is, deep in calls and in the middle of instructions, and come back. */
class VirtualThreads {
    static int shared;
    static final ReentrantLock LOCK = new ReentrantLock();

    static int work(int seed) {
        int x = seed;
        for (int i = 0; i < 200; i++) {
            x = x * 31 + i;
        }
        return x;
    }

    interface Body {
        void run() throws Exception;
    }

    static Thread start(Body body) {
        return Thread.startVirtualThread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    static int deep(int depth) throws Exception {
        if (depth == 0) {
            Thread.sleep(1);
            return work(0);
        }
        return deep(depth - 1) + 1;
    }

    static void sleeps() throws Exception {
        int[] found = new int[1];
        Thread thread = start(() -> found[0] = deep(20) + work(1));
        thread.join();
        System.out.println("slept " + found[0]);
    }

    /** Many wait for one monitor, some of them in it for a while. */
    static void contends() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            threads.add(start(() -> {
                int own = work(number);
                synchronized (VirtualThreads.class) {
                    Thread.sleep(1);
                    shared += own;
                }
                shared(number);
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("contended " + shared);
    }

    static synchronized void shared(int number) {
        shared += work(number + 1);
        Thread.yield();
    }

    static void waits() throws Exception {
        Object monitor = new Object();
        int[] turn = new int[1];
        Body[] bodies = new Body[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            bodies[i] = () -> {
                for (int round = 0; round < 10; round++) {
                    synchronized (monitor) {
                        while (turn[0] % 2 != me) {
                            monitor.wait();
                        }
                        turn[0] += 1;
                        monitor.notifyAll();
                    }
                }
            };
        }
        Thread first = start(bodies[0]);
        Thread second = start(bodies[1]);
        first.join();
        second.join();
        System.out.println("waited " + turn[0]);
    }

    static void parks() throws Exception {
        int[] found = new int[1];
        Thread thread = start(() -> {
            LockSupport.park();
            found[0] = work(3);
        });
        while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
            Thread.sleep(1);
        }
        LockSupport.unpark(thread);
        thread.join();
        System.out.println("parked " + found[0]);
    }

    static void locks() throws Exception {
        int[] sum = new int[1];
        CountDownLatch done = new CountDownLatch(8);
        for (int i = 0; i < 8; i++) {
            int number = i;
            start(() -> {
                LOCK.lock();
                try {
                    Thread.sleep(1);
                    sum[0] += work(number);
                } finally {
                    LOCK.unlock();
                }
                done.countDown();
            });
        }
        done.await();
        System.out.println("locked " + sum[0]);
    }

    static void hands() throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        start(() -> {
            for (int i = 0; i < 20; i++) {
                queue.put(work(i));
            }
        });
        int sum = 0;
        for (int i = 0; i < 20; i++) {
            sum += queue.take();
        }
        System.out.println("handed " + sum);
    }

    static void interrupts() throws Exception {
        String[] found = new String[1];
        Thread thread = start(() -> {
            try {
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
                found[0] = e.getClass().getSimpleName() + work(5);
            }
        });
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        thread.interrupt();
        thread.join();
        System.out.println("interrupted " + found[0]);
    }

    static void submits() throws Exception {
        int sum = 0;
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> futures = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                int number = i;
                Callable<Integer> inner = () -> work(number);
                futures.add(pool.submit(() -> pool.submit(inner).get() + work(number)));
            }
            for (Future<Integer> future : futures) {
                sum += future.get();
            }
        }
        System.out.println("submitted " + sum);
    }

    public static void main(String[] args) throws Exception {
        sleeps();
        contends();
        waits();
        parks();
        locks();
        hands();
        interrupts();
        submits();
    }
}
