package grande;

/** Runs the tasks of a program: the first one on the calling thread, each of the others on a thread of its own. */
final class Team {
    private Team() {
    }

    static void run(Runnable[] tasks) {
        Thread[] workers = new Thread[tasks.length];
        for (int i = 1; i < tasks.length; i++) {
            workers[i] = new Thread(tasks[i], "worker " + i);
            workers[i].start();
        }
        tasks[0].run();
        for (int i = 1; i < tasks.length; i++) {
            join(workers[i]);
        }
    }

    private static void join(Thread worker) {
        try {
            worker.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The argument with this number, or the default. */
    static int argument(String[] args, int number, int otherwise) {
        return args.length > number ? Integer.parseInt(args[number]) : otherwise;
    }

    /** Says what came out; the time goes to stderr, as it differs from run to run. Ends with 1 if the result is wrong. */
    static void report(String checksum, boolean valid, long start) {
        System.err.println("time " + (System.nanoTime() - start) / 1_000_000 + " ms");
        System.out.println("checksum " + checksum);
        System.out.println(valid ? "VALID" : "INVALID");
        if (!valid) {
            System.exit(1);
        }
    }
}
