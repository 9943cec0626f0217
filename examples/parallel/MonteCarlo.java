/** Points of a square that lie in the circle; each task has a generator of its own. */
final class MonteCarlo implements Kernel {
    private static final int TASKS = 64;
    private static final int SAMPLES = 8_000;

    @Override
    public long serial() {
        long hits = 0;
        for (int task = 0; task < TASKS; task++) { // in parallel
            hits += sample(task);
        }
        return hits;
    }

    @Override
    public long parallel(Workers workers) {
        long[] hits = new long[2];
        workers.loop(0, TASKS, (worker, from, to) -> {
            for (int task = from; task < to; task++) {
                hits[worker] += sample(task);
            }
        });
        return hits[0] + hits[1];
    }

    private static int sample(int task) {
        long seed = task * 0x5DEECE66DL + 11;
        int hits = 0;
        for (int n = 0; n < SAMPLES; n++) {
            seed = seed * 0x5DEECE66DL + 11 & (1L << 48) - 1;
            double x = (seed >>> 22) / (double) (1 << 26);
            seed = seed * 0x5DEECE66DL + 11 & (1L << 48) - 1;
            double y = (seed >>> 22) / (double) (1 << 26);
            if (x * x + y * y < 1) {
                hits++;
            }
        }
        return hits;
    }
}
