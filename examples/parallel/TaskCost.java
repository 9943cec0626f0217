import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.function.IntSupplier;

/**
 * What creating a task costs the thread that creates it, on this JVM: medians in nanoseconds of submitting an empty task to
 * a fixed pool of threads and to a fork-join pool; and the time of an iteration of a loop of 11 bytecode instructions, to
 * express the former in instructions. The same for a loop that becomes vector code.
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

    /** 16 instructions an iteration: iload iload if_icmpge, aload iload dup2 daload dload aload iload daload dmul dadd dastore, iinc goto. */
    static int vectorLoop(double[] sum, double[] addend, double factor) {
        int rounds = STEPS / sum.length;
        for (int round = 0; round < rounds; round++) {
            add(sum, addend, factor);
        }
        return (int) sum[3];
    }

    static void add(double[] sum, double[] addend, double factor) {
        int length = sum.length;
        for (int j = 0; j < length; j++) {
            sum[j] += factor * addend[j];
        }
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

    /** Median time of an instruction in nanoseconds. */
    static double instruction(IntSupplier loop, int instructions) {
        long[] times = new long[11];
        for (int round = -3; round < times.length; round++) {
            long begin = System.nanoTime();
            result += loop.getAsInt();
            if (round >= 0) {
                times[round] = System.nanoTime() - begin;
            }
        }
        Arrays.sort(times);
        return (double) times[times.length / 2] / STEPS / instructions;
    }

    public static void main(String[] args) throws Exception {
        double[] sum = new double[200];
        double[] addend = new double[200];
        Arrays.fill(addend, 1e-9);
        double instruction = instruction(TaskCost::loop, 11);
        double vector = instruction(() -> vectorLoop(sum, addend, 0.5), 16);
        double fixed = median(Executors.newFixedThreadPool(2));
        double forkJoin = median(new ForkJoinPool(2));
        System.out.printf("an instruction: %.3f ns, of vector code: %.4f ns%n", instruction, vector);
        System.out.printf("a task of a fixed pool: %.0f ns, %.0f instructions%n", fixed, fixed / instruction);
        System.out.printf("a task of a fork-join pool: %.0f ns, %.0f instructions%n", forkJoin, forkJoin / instruction);
    }
}
