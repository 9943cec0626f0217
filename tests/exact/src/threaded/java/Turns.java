import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Turns 0, 1, 2 …: each is waited for by one thread, and passed on to the next. */
interface Turns {
    void await(int turn) throws InterruptedException;

    void pass(int next) throws InterruptedException;

    static Turns of(int kind, int threads) {
        return switch (kind) {
            case 0 -> new ByMonitor();
            case 1 -> new ByCondition();
            case 2 -> new ByVolatile();
            case 3 -> new ByHandle();
            case 4 -> new ByAtomic();
            case 5 -> new BySemaphores(threads);
            case 6 -> new ByQueues(threads);
            default -> new ByParking(threads);
        };
    }

    final class ByMonitor implements Turns {
        private int now;

        @Override
        public synchronized void await(int turn) throws InterruptedException {
            while (now != turn) wait();
        }

        @Override
        public synchronized void pass(int next) {
            now = next;
            notifyAll();
        }
    }

    final class ByCondition implements Turns {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private int now;

        @Override
        public void await(int turn) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                while (now != turn) changed.await();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void pass(int next) {
            lock.lock();
            try {
                now = next;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    final class ByVolatile implements Turns {
        private volatile int now;

        @Override
        public void await(int turn) {
            for (int looks = 0; now != turn; looks++) Shared.pause(looks);
        }

        @Override
        public void pass(int next) {
            now = next;
        }
    }

    final class ByHandle implements Turns {
        private static final VarHandle NOW = Shared.handle(MethodHandles.lookup(), ByHandle.class, "now");
        private int now;

        @Override
        public void await(int turn) {
            for (int looks = 0; (int) NOW.getAcquire(this) != turn; looks++) Shared.pause(looks);
        }

        @Override
        public void pass(int next) {
            NOW.setRelease(this, next);
        }
    }

    final class ByAtomic implements Turns {
        private final AtomicInteger now = new AtomicInteger();

        @Override
        public void await(int turn) {
            for (int looks = 0; now.get() != turn; looks++) Shared.pause(looks);
        }

        @Override
        public void pass(int next) {
            if (!now.compareAndSet(next - 1, next)) throw new AssertionError(next);
        }
    }

    final class BySemaphores implements Turns {
        private final Semaphore[] permits;

        BySemaphores(int threads) {
            permits = new Semaphore[threads];
            for (int i = 0; i < threads; i++) permits[i] = new Semaphore(i == 0 ? 1 : 0);
        }

        @Override
        public void await(int turn) throws InterruptedException {
            permits[turn % permits.length].acquire();
        }

        @Override
        public void pass(int next) {
            permits[next % permits.length].release();
        }
    }

    final class ByQueues implements Turns {
        private final BlockingQueue<Integer>[] tokens;

        @SuppressWarnings("unchecked")
        ByQueues(int threads) {
            tokens = new BlockingQueue[threads];
            for (int i = 0; i < threads; i++) tokens[i] = new ArrayBlockingQueue<>(1);
            tokens[0].add(0);
        }

        @Override
        public void await(int turn) throws InterruptedException {
            if (tokens[turn % tokens.length].take() != turn) throw new AssertionError(turn);
        }

        @Override
        public void pass(int next) throws InterruptedException {
            tokens[next % tokens.length].put(next);
        }
    }

    final class ByParking implements Turns {
        private final AtomicReferenceArray<Thread> waiting;
        private volatile int now;

        ByParking(int threads) {
            waiting = new AtomicReferenceArray<>(threads);
        }

        @Override
        public void await(int turn) {
            waiting.set(turn % waiting.length(), Thread.currentThread());
            while (now != turn) LockSupport.park(this);
        }

        @Override
        public void pass(int next) {
            now = next;
            LockSupport.unpark(waiting.get(next % waiting.length()));
        }
    }
}
