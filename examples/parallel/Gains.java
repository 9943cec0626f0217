/**
 * Runs a kernel. {@code java Gains KERNEL} runs it once, serially: that is what is traced. {@code java Gains KERNEL ROUNDS}
 * prints, in nanoseconds, the processor time of the serial version, and the critical time of the parallel one: that of the
 * calling thread, and by how much the other one took longer where they meet. The versions take turns, and the least time of all
 * rounds counts, as other work on the machine only ever adds to it.
 */
public final class Gains {
    private Gains() {
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Kernel kernel = (Kernel) Class.forName(args[0]).getDeclaredConstructor().newInstance();
        if (args.length == 1) {
            System.out.println(kernel.serial());
            return;
        }
        measure(kernel, Integer.parseInt(args[1]));
    }

    private static void measure(Kernel kernel, int rounds) {
        Workers workers = new Workers();
        long serial = Long.MAX_VALUE;
        long parallel = Long.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            long begin = workers.criticalTime();
            long expected = kernel.serial();
            long middle = workers.criticalTime();
            long found = kernel.parallel(workers);
            long end = workers.criticalTime();
            if (found != expected) {
                throw new IllegalStateException("the versions differ: " + expected + " and " + found);
            }
            serial = Math.min(serial, middle - begin);
            parallel = Math.min(parallel, end - middle);
        }
        workers.shutdown();
        System.out.println(serial + " " + parallel);
    }
}
