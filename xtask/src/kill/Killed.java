import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads of different habits that note, in a file mapped into memory, how many steps they had done by which millisecond. What
 * is in a mapped file outlives the process, so it tells what must be in the trace.
 */
public class Killed {
    static abstract class Worker extends Thread {
        static final int SLOTS = 4096;
        private final MappedByteBuffer notes;
        private long steps;
        private int[] cells = new int[64];

        Worker(MappedByteBuffer notes) {
            this.notes = notes;
            setDaemon(true);
        }

        /** One step; each kind of worker calls its own, so that its report counts them apart. */
        abstract void work();

        final int mix(int x) {
            cells[x & 63] += x;
            return cells[(x >> 6) & 63];
        }

        final void steps(int n) {
            for (int i = 0; i < n; i++) {
                work();
                steps++;
                long now = System.currentTimeMillis();
                int slot = (int) (now % SLOTS) * 16;
                notes.putLong(slot, now);
                notes.putLong(slot + 8, steps);
            }
        }
    }

    static class Busy extends Worker {
        Busy(MappedByteBuffer notes) {
            super(notes);
        }

        @Override
        void work() {
            mix(5);
        }

        @Override
        public void run() {
            for (;;) {
                steps(1000);
            }
        }
    }

    static class Bursts extends Worker {
        Bursts(MappedByteBuffer notes) {
            super(notes);
        }

        @Override
        void work() {
            mix(mix(7));
        }

        @Override
        public void run() {
            for (int i = 0;; i++) {
                steps(1 + i * 7919 % 5000);
                LockSupport.parkNanos(1_000_000L * (i % 37));
            }
        }
    }

    static class Slow extends Worker {
        Slow(MappedByteBuffer notes) {
            super(notes);
        }

        @Override
        void work() {
            for (int i = 0; i < 3; i++) {
                mix(i);
            }
        }

        @Override
        public void run() {
            for (;;) {
                steps(1);
                LockSupport.parkNanos(2_000_000);
            }
        }
    }

    static class Once extends Worker {
        Once(MappedByteBuffer notes) {
            super(notes);
        }

        @Override
        void work() {
            mix(mix(1));
        }

        @Override
        public void run() {
            steps(3000);
            for (;;) {
                LockSupport.park();
            }
        }
    }

    static MappedByteBuffer map(String folder, String name) throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(folder + "/" + name, "rw")) {
            return file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 16 * Worker.SLOTS);
        }
    }

    public static void main(String[] args) throws Exception {
        Worker[] workers = {new Busy(map(args[0], "Busy")), new Bursts(map(args[0], "Bursts")), new Slow(map(args[0], "Slow")),
            new Once(map(args[0], "Once"))};
        for (Worker worker : workers) {
            worker.start();
        }
        System.out.println("ready");
        workers[0].join();
    }
}
