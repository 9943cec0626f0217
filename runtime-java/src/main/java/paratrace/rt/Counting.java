package paratrace.rt;

/**
 * Stands in for a thread's buffer while what a call runs is only counted ({@link Probe#count}): its paths go into the thread's own control
 * column, and the values that they record go nowhere. Objects get numbers, which outlive the call.
 *
 * <p>Code of the program that it calls back is followed: until that returns, and behind the call, this has no column.
 */
final class Counting extends Muted {
    private final Buffer real;
    private final int[] none;

    Counting(Buffer real) {
        super(real);
        this.real = real;
        none = control;
        data = new int[Limits.SMALL_COLUMN];
        dataLimit = Limits.SMALL_COLUMN;
        counts = true;
    }

    /** Goes on where the thread's own column ends, which a mark tells. */
    void begin(int mark) {
        Probe.path(real, mark);
        control = real.control;
        controlPos = real.controlPos;
        controlLimit = real.controlLimit;
        stamp = real.stamp;
        Threads.use(real, this);
    }

    /** The thread's own column goes on where this one ends, which a mark tells. */
    void end(int mark) {
        real.controlPos = controlPos;
        control = none;
        controlPos = 0;
        controlLimit = 0;
        Threads.use(real, real);
        Probe.path(real, mark);
    }

    /** Also called by code that goes on behind what it has called back. */
    @Override
    public int controlFull(int value) {
        if (real.current != this) {
            if (real.current != real) {
                return 0;
            }
            begin(Format.RESUMED);
        }
        if (controlPos >= controlLimit) {
            handOver(value);
        }
        return controlPos;
    }

    private void handOver(int value) {
        real.controlPos = controlPos;
        recording = null; // What the runtime calls of a traced JDK is not counted.
        try {
            controlPos = real.controlFull(value);
        } finally {
            recording = thread;
        }
        control = real.control;
        controlLimit = real.controlLimit;
    }

    @Override
    Buffer followed() {
        end(Format.CALLED_BACK);
        return real;
    }

    /** What is paused is not counted either. */
    @Override
    Buffer pause() {
        Threads.use(real, real.muted);
        return this;
    }

    @Override
    void resume() {
        Threads.use(real, this);
    }

    @Override
    public void interrupted(int id) {
        announcedId = 0;
        Probe.path(this, id);
    }
}
