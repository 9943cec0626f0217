package paratrace.rt;

/** The shutdown hook: asks the writer to end the trace, and waits for it as long as it gets on. */
final class Hook extends Thread {
    private final Writer writer;

    Hook(ThreadGroup group, Writer writer) {
        super(group, "paratrace-shutdown");
        this.writer = writer;
        setContextClassLoader(null);
    }

    @Override
    public void run() {
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
