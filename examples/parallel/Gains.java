import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;

/**
 * Four loops with independent iterations, one of them that of {@code examples/demo}, and the same loops run by hand on two
 * threads. {@code java Gains} runs each loop once, serially: that is what is traced. {@code java Gains ROUNDS} measures: for
 * each loop its name, and the median times of serial and parallel rounds, which take turns, in nanoseconds.
 */
public final class Gains {
    static final int ROWS = 160;
    static final int TASKS = 64;
    static final int SAMPLES = 8_000;
    static final int SEGMENT = 8_192;

    static final double[][] A = new double[ROWS][ROWS];
    static final double[][] B = new double[ROWS][ROWS];
    static final double[][] C = new double[ROWS][ROWS];
    static final int[] HITS = new int[TASKS];
    static final int[] PRIMES = new int[TASKS];
    static final Scene SCENE = new Scene(Demo.noise(256));
    static final int[][] IMAGE = new int[Demo.HEIGHT][Demo.WIDTH];

    static void row(int i) {
        double[] a = A[i];
        double[] c = C[i];
        for (int j = 0; j < ROWS; j++) {
            double sum = 0;
            for (int k = 0; k < ROWS; k++) {
                sum += a[k] * B[k][j];
            }
            c[j] = sum;
        }
    }

    /** A generator of its own for each task: a shared one would make the tasks wait for one another. */
    static void sample(int task) {
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
        HITS[task] = hits;
    }

    static void segment(int task) {
        int first = 2 + task * SEGMENT;
        boolean[] composite = new boolean[SEGMENT];
        for (int p = 2; p * p < first + SEGMENT; p++) {
            int from = Math.max(p * p, (first + p - 1) / p * p);
            for (int n = from; n < first + SEGMENT; n += p) {
                composite[n - first] = true;
            }
        }
        int primes = 0;
        for (int n = 0; n < SEGMENT; n++) {
            if (!composite[n]) {
                primes++;
            }
        }
        PRIMES[task] = primes;
    }

    static void matrix() {
        for (int i = 0; i < ROWS; i++) { // candidate: matrix
            row(i);
        }
    }

    static void monteCarlo() {
        for (int i = 0; i < TASKS; i++) { // candidate: monte-carlo
            sample(i);
        }
    }

    static void sieve() {
        for (int i = 0; i < TASKS; i++) { // candidate: sieve
            segment(i);
        }
    }

    static void rays() {
        for (int y = 0; y < Demo.HEIGHT; y++) { // candidate: rays
            ray(y);
        }
    }

    static void ray(int y) {
        Demo.row(SCENE, IMAGE[y], y);
    }

    static void parallel(ExecutorService pool, int tasks, IntConsumer body) throws Exception {
        List<Callable<Void>> all = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            int task = i;
            all.add(() -> {
                body.accept(task);
                return null;
            });
        }
        pool.invokeAll(all);
    }

    static void measure(String name, int rounds, Runnable serial, ExecutorService pool, int tasks, IntConsumer body)
            throws Exception {
        long[] one = new long[rounds];
        long[] two = new long[rounds];
        // The first half warms up.
        for (int round = -rounds; round < rounds; round++) {
            long begin = System.nanoTime();
            serial.run();
            long middle = System.nanoTime();
            parallel(pool, tasks, body);
            long end = System.nanoTime();
            if (round >= 0) {
                one[round] = middle - begin;
                two[round] = end - middle;
            }
        }
        Arrays.sort(one);
        Arrays.sort(two);
        System.out.println(name + " " + one[rounds / 2] + " " + two[rounds / 2]);
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < ROWS; j++) {
                A[i][j] = i + j;
                B[i][j] = i - j;
            }
        }
        if (args.length == 0) {
            matrix();
            monteCarlo();
            sieve();
            rays();
            System.out.println(C[5][7] + " " + Arrays.stream(HITS).sum() + " " + Arrays.stream(PRIMES).sum()
                    + " " + Demo.checksum(IMAGE, 17));
            return;
        }
        int rounds = Integer.parseInt(args[0]);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        measure("matrix", rounds, Gains::matrix, pool, ROWS, Gains::row);
        measure("monte-carlo", rounds, Gains::monteCarlo, pool, TASKS, Gains::sample);
        measure("sieve", rounds, Gains::sieve, pool, TASKS, Gains::segment);
        measure("rays", rounds, Gains::rays, pool, Demo.HEIGHT, Gains::ray);
        pool.shutdown();
    }
}
