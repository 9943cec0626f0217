import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Work that the examples share: arithmetic that no compiler can leave out, and threads that divide it. */
final class Work {
    /** Where results go, so that they are needed. */
    static volatile double sink;

    private Work() {
    }

    /** What one thread does. */
    interface Part {
        void run(int thread) throws Exception;
    }

    /**
     * Runs a part in each of some threads and waits for all of them. The threads are the same each time: of threads that live for a
     * millisecond, a profiler that takes a sample each millisecond sees too little.
     */
    static void inThreads(int threads, Part part) throws InterruptedException, BrokenBarrierException {
        if (team == null) {
            team = new Team(threads);
        }
        team.run(part);
    }

    private static Team team;

    /** Threads that wait for parts. */
    private static final class Team {
        private final CyclicBarrier start;
        private final CyclicBarrier end;
        private volatile Part part;

        Team(int threads) {
            start = new CyclicBarrier(threads + 1);
            end = new CyclicBarrier(threads + 1);
            for (int t = 0; t < threads; t++) {
                int thread = t;
                Thread worker = new Thread(() -> serve(thread), "worker-" + t);
                worker.setDaemon(true);
                worker.start();
            }
        }

        void run(Part next) throws InterruptedException, BrokenBarrierException {
            part = next;
            start.await();
            end.await();
        }

        private void serve(int thread) {
            try {
                while (true) {
                    start.await();
                    part.run(thread);
                    end.await();
                }
            } catch (Exception failed) {
                failed.printStackTrace();
                Runtime.getRuntime().exit(1);
            }
        }
    }

    /** The first number that belongs to a thread, if all numbers below a limit are divided evenly. */
    static int from(int thread, int threads, int limit) {
        return (int) ((long) limit * thread / threads);
    }

    /** The number of threads, the first argument. */
    static int threads(String[] args) {
        return args.length == 0 ? 1 : Integer.parseInt(args[0]);
    }

    /** Sums of square roots: a unit of work. */
    static double roots(int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += Math.sqrt(i) * Math.sqrt(i + 1.0);
        }
        return sum;
    }
}
