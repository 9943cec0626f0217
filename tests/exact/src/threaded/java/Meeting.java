import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Where all threads of a team wait for each other. */
interface Meeting {
    void meet(int me) throws Exception;

    static Meeting of(int kind, int threads) {
        return switch (kind) {
            case 0 -> {
                CyclicBarrier barrier = new CyclicBarrier(threads);
                yield me -> barrier.await();
            }
            case 1 -> {
                Phaser phaser = new Phaser(threads);
                yield me -> phaser.arriveAndAwaitAdvance();
            }
            case 2 -> new ByMonitor(threads);
            case 3 -> new ByVolatile(threads);
            case 4 -> new BySemaphores(threads);
            case 5 -> new ByLatches(threads);
            default -> new ByFlags(threads);
        };
    }

    final class ByMonitor implements Meeting {
        private final int threads;
        private int arrived;
        private int generation;

        ByMonitor(int threads) {
            this.threads = threads;
        }

        @Override
        public synchronized void meet(int me) throws InterruptedException {
            int now = generation;
            if (++arrived == threads) {
                arrived = 0;
                generation++;
                notifyAll();
            }
            while (generation == now) wait();
        }
    }

    final class ByVolatile implements Meeting {
        private final int threads;
        private final AtomicInteger arrived = new AtomicInteger();
        private volatile int generation;

        ByVolatile(int threads) {
            this.threads = threads;
        }

        @Override
        public void meet(int me) {
            int now = generation;
            if (arrived.incrementAndGet() == threads) {
                arrived.set(0);
                generation = now + 1;
            }
            for (int looks = 0; generation == now; looks++) Shared.pause(looks);
        }
    }

    /** The first thread waits for all others, then lets them go. */
    final class BySemaphores implements Meeting {
        private final Semaphore arrived = new Semaphore(0);
        private final Semaphore[] go;

        BySemaphores(int threads) {
            go = new Semaphore[threads];
            for (int i = 0; i < threads; i++) go[i] = new Semaphore(0);
        }

        @Override
        public void meet(int me) throws InterruptedException {
            if (me > 0) {
                arrived.release();
                go[me].acquire();
                return;
            }
            arrived.acquire(go.length - 1);
            for (int i = 1; i < go.length; i++) go[i].release();
        }
    }

    final class ByLatches implements Meeting {
        private final ConcurrentHashMap<Integer, CountDownLatch> latches = new ConcurrentHashMap<>();
        private final int[] meetings;

        ByLatches(int threads) {
            meetings = new int[threads];
        }

        @Override
        public void meet(int me) throws InterruptedException {
            CountDownLatch latch =
                latches.computeIfAbsent(meetings[me]++, number -> new CountDownLatch(meetings.length));
            latch.countDown();
            latch.await();
        }
    }

    final class ByFlags implements Meeting {
        private final AtomicIntegerArray meetings;

        ByFlags(int threads) {
            meetings = new AtomicIntegerArray(threads);
        }

        @Override
        public void meet(int me) {
            int now = meetings.incrementAndGet(me);
            for (int i = 0; i < meetings.length(); i++) {
                for (int looks = 0; meetings.get(i) < now; looks++) Shared.pause(looks);
            }
        }
    }
}
