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

    /** Runs a part in each of some threads and waits for all of them. */
    static void inThreads(int threads, Part part) throws InterruptedException {
        Thread[] all = new Thread[threads];
        for (int t = 0; t < threads; t++) {
            int thread = t;
            all[t] = new Thread(() -> {
                try {
                    part.run(thread);
                } catch (Exception failed) {
                    throw new IllegalStateException(failed);
                }
            }, "worker-" + t);
            all[t].start();
        }
        for (Thread one : all) {
            one.join();
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
