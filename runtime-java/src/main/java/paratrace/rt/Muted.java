package paratrace.rt;

import java.lang.reflect.Field;

/**
 * Stands in for a thread's buffer while its recording is paused ({@link Probe#pause}): what is recorded goes nowhere, but
 * objects get numbers, which outlive the pause.
 *
 * <p>A number that is announced here is for a constructor that runs here. The pause may have come between the announcement
 * of another number and the constructor that it is for.
 */
class Muted extends Buffer {
    private final Buffer real;

    Muted(Buffer real) {
        super(real.thread, MUTE);
        this.real = real;
        controlLimit = 0;
        dataLimit = 0;
        idLimit = Integer.MIN_VALUE;
    }

    @Override
    public int controlFull(int value) {
        return 0;
    }

    @Override
    public int dataFull(int value) {
        return 0;
    }

    @Override
    public void interrupted(int id) {
        announcedId = 0;
    }

    @Override
    public void answeredOutside() {}

    @Override
    boolean isStopBehind(Object e, int id) {
        return false;
    }

    /** Nothing of this thread is ordered meanwhile: its own column stands still. */
    @Override
    public void acquire() {}

    @Override
    public void enter() {}

    @Override
    public void initialized() {
        initialized = Stamps.ONE.initialized;
    }

    @Override
    public int moreIds() {
        return Probe.newId(real);
    }

    @Override
    int number(Class<?> c) {
        return 0;
    }

    @Override
    int number(Field field) {
        return 0;
    }

    @Override
    Buffer pause() {
        return MUTE;
    }

    @Override
    void count() {}

    @Override
    void follow() {}

    @Override
    void resume() {}
}
