package paratrace.rt;

/** The shutdown hook: asks the writer to end the trace, and waits for it as long as it gets on. */
final class Hook extends Thread {
    /** Held by the writer until {@link #isPast}: who waits for that enters and leaves it. */
    static final Object HALTING = new Object();

    /** When this hook was done, by {@code System.nanoTime()} with the lowest bit set; 0 before. */
    private static volatile long leftAt;

    /** The thread that shuts the JVM down: it starts all hooks, one by one, and then waits for them. */
    private static volatile Thread starter;

    private final Writer writer;

    Hook(ThreadGroup group, Writer writer) {
        super(group, "paratrace-shutdown");
        this.writer = writer;
        setContextClassLoader(null);
    }

    /** Whether the JVM lives on although this hook is done: it waits for another hook. */
    static boolean isPast() {
        long left = leftAt;
        return left != 0 && System.nanoTime() - left > Limits.HALTING * 1_000_000L;
    }

    @Override
    public void start() {
        starter = Thread.currentThread();
        super.start();
    }

    /** Whether some hooks of the program may not have been started yet. */
    static boolean othersFollow() {
        Thread thread = starter;
        return thread != null && !JavaThread.isWaiting(thread);
    }

    @Override
    public void run() {
        try {
            awaitEnd();
        } finally {
            leftAt = System.nanoTime() | 1;
        }
    }

    private void awaitEnd() {
        long progress = -1;
        long since = 0;
        Recorder.closingSince = System.nanoTime();
        Recorder.closing = true;
        Recorder.wake();
        while (!writer.done) {
            if (Recorder.written != progress) {
                progress = Recorder.written;
                since = System.nanoTime();
            } else if (Recorder.isLost(since)) {
                return;
            }
            Recorder.pause(1);
        }
        awaitLastLine();
    }

    /** A standard error that nobody reads must not keep the JVM. */
    private void awaitLastLine() {
        long began = System.nanoTime();
        while (!writer.told && System.nanoTime() - began < Limits.TELLING * 1_000_000L) {
            Recorder.pause(1);
        }
    }
}
