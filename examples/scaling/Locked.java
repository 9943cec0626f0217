/** Two thirds of the work are done under one lock: the threads take turns. */
public final class Locked {
    private static final Object LOCK = new Object();
    private static double sum;

    private Locked() {
    }

    public static void main(String[] args) throws Exception {
        int threads = Work.threads(args);
        Work.sink = Sequential.before(Sequential.BEFORE);
        Work.inThreads(threads, thread -> work(thread, threads));
        Work.sink += sum;
        System.out.println("done");
    }

    static void work(int thread, int threads) {
        int end = Work.from(thread + 1, threads, Sequential.ROUNDS);
        for (int round = Work.from(thread, threads, Sequential.ROUNDS); round < end; round++) {
            Work.sink = Work.roots(0, Sequential.UNITS / 3);
            synchronized (LOCK) {
                sum += Work.roots(Sequential.UNITS / 3, Sequential.UNITS);
            }
        }
    }
}
