import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicReference;

/** What one thread puts cells into, and another gets them from, in the same order. */
interface Box {
    void put(Cell cell) throws Exception;

    Cell get() throws Exception;

    static Box of(int kind) {
        return switch (kind) {
            case 0 -> new ByQueue(new ArrayBlockingQueue<>(2));
            case 1 -> new ByQueue(new LinkedBlockingQueue<>());
            case 2 -> new ByQueue(new SynchronousQueue<>());
            case 3 -> new ByQueue(new LinkedTransferQueue<>());
            case 4 -> new ByQueue(new LinkedBlockingDeque<>(1));
            case 5 -> new ByPolling();
            case 6 -> new ByMonitor();
            case 7 -> new ByReference();
            case 8 -> new ByVolatile();
            default -> new ByMap();
        };
    }

    static Box[] ring(int kind, int threads) {
        Box[] boxes = new Box[threads];
        for (int i = 0; i < threads; i++) boxes[i] = of(kind);
        return boxes;
    }

    final class ByQueue implements Box {
        private final BlockingQueue<Cell> queue;

        ByQueue(BlockingQueue<Cell> queue) {
            this.queue = queue;
        }

        @Override
        public void put(Cell cell) throws InterruptedException {
            queue.put(cell);
        }

        @Override
        public Cell get() throws InterruptedException {
            return queue.take();
        }
    }

    final class ByPolling implements Box {
        private final ConcurrentLinkedQueue<Cell> queue = new ConcurrentLinkedQueue<>();

        @Override
        public void put(Cell cell) {
            queue.add(cell);
        }

        @Override
        public Cell get() {
            for (int looks = 0;; looks++) {
                Cell cell = queue.poll();
                if (cell != null) return cell;
                Shared.pause(looks);
            }
        }
    }

    final class ByMonitor implements Box {
        private Cell full;

        @Override
        public synchronized void put(Cell cell) throws InterruptedException {
            while (full != null) wait();
            full = cell;
            notifyAll();
        }

        @Override
        public synchronized Cell get() throws InterruptedException {
            while (full == null) wait();
            Cell cell = full;
            full = null;
            notifyAll();
            return cell;
        }
    }

    final class ByReference implements Box {
        private final AtomicReference<Cell> full = new AtomicReference<>();

        @Override
        public void put(Cell cell) {
            for (int looks = 0; !full.compareAndSet(null, cell); looks++) Shared.pause(looks);
        }

        @Override
        public Cell get() {
            for (int looks = 0;; looks++) {
                Cell cell = full.getAndSet(null);
                if (cell != null) return cell;
                Shared.pause(looks);
            }
        }
    }

    final class ByVolatile implements Box {
        private volatile Cell full;

        @Override
        public void put(Cell cell) {
            for (int looks = 0; full != null; looks++) Shared.pause(looks);
            full = cell;
        }

        @Override
        public Cell get() {
            for (int looks = 0; full == null; looks++) Shared.pause(looks);
            Cell cell = full;
            full = null;
            return cell;
        }
    }

    final class ByMap implements Box {
        private final ConcurrentHashMap<Integer, Cell> map = new ConcurrentHashMap<>();
        private int first;
        private int last;

        @Override
        public void put(Cell cell) {
            map.put(last++, cell);
        }

        @Override
        public Cell get() {
            for (int looks = 0;; looks++) {
                Cell cell = map.remove(first);
                if (cell != null) {
                    first++;
                    return cell;
                }
                Shared.pause(looks);
            }
        }
    }
}
