import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;

/**
 * What creating a task costs the thread that creates it, on this JVM: medians in nanoseconds of submitting an empty task to
 * a fixed pool of threads and to a fork-join pool; and the time of an iteration of a loop of 11 bytecode instructions, to
 * express the former in instructions.
 */
public final class TaskCost {
    static final int TASKS = 20_000;
    static final int ROUNDS = 41;
    static final int STEPS = 50_000_000;
    static int result;

    /** 11 instructions an iteration: iload ldc if_icmpge, iload bipush imul iload iadd istore, iinc goto. */
    static int loop() {
        int x = 1;
        for (int i = 0; i < STEPS; i++) {
            x = x * 31 + i;
        }
        return x;
    }

    static long submit(ExecutorService pool) throws Exception {
        List<Future<?>> all = new ArrayList<>(TASKS);
        Runnable nothing = () -> {};
        long begin = System.nanoTime();
        for (int i = 0; i < TASKS; i++) {
            all.add(pool.submit(nothing));
        }
        long end = System.nanoTime();
        for (Future<?> one : all) {
            one.get();
        }
        return end - begin;
    }

    static double median(ExecutorService pool) throws Exception {
        long[] times = new long[ROUNDS];
        for (int round = -ROUNDS; round < ROUNDS; round++) {
            long time = submit(pool);
            if (round >= 0) {
                times[round] = time;
            }
        }
        Arrays.sort(times);
        pool.shutdown();
        return (double) times[ROUNDS / 2] / TASKS;
    }

    public static void main(String[] args) throws Exception {
        long[] times = new long[11];
        for (int round = -3; round < times.length; round++) {
            long begin = System.nanoTime();
            result = loop();
            if (round >= 0) {
                times[round] = System.nanoTime() - begin;
            }
        }
        Arrays.sort(times);
        double instruction = (double) times[times.length / 2] / STEPS / 11;
        double fixed = median(Executors.newFixedThreadPool(2));
        double forkJoin = median(new ForkJoinPool(2));
        System.out.printf("an instruction: %.3f ns%n", instruction);
        System.out.printf("a task of a fixed pool: %.0f ns, %.0f instructions%n", fixed, fixed / instruction);
        System.out.printf("a task of a fork-join pool: %.0f ns, %.0f instructions%n", forkJoin, forkJoin / instruction);
    }
}
