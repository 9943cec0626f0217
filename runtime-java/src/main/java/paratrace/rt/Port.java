package paratrace.rt;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.function.IntBinaryOperator;
import java.util.function.ToIntFunction;

/** What the leading copy of the runtime does for the others on one thread: see {@link Copies}. */
final class Port implements IntBinaryOperator, ToIntFunction<Object> {
    static final int PATH = 0;
    static final int VALUE = 1;
    static final int NEW_ID = 2;
    static final int ANNOUNCE = 3;
    static final int ANNOUNCED = 4;
    static final int DROPPED = 5;
    static final int INTERRUPTED = 6;
    static final int ACQUIRED = 7;
    static final int INITIALIZER = 8;
    static final int PAUSE = 9;
    static final int RESUME = 10;
    static final int CLAIM = 11;
    static final int OUTSIDE = 12;
    static final int RETURNED = 13;

    private final Buffer buffer;
    /** Run when the thread has died. Weak, so that class loaders can go before the thread does; one for each copy. */
    private WeakReference<?>[] atEnd = new WeakReference<?>[0];

    Port(Buffer buffer) {
        this.buffer = buffer;
    }

    void add(Runnable follower) {
        int kept = 0;
        WeakReference<?>[] list = new WeakReference<?>[atEnd.length + 1];
        for (WeakReference<?> reference : atEnd) {
            if (reference.get() != null) {
                list[kept++] = reference;
            }
        }
        list[kept++] = new WeakReference<>(follower);
        atEnd = java.util.Arrays.copyOf(list, kept);
    }

    void end() {
        for (WeakReference<?> reference : atEnd) {
            Runnable follower = (Runnable) reference.get();
            if (follower != null) {
                follower.run();
            }
        }
    }

    @Override
    public int applyAsInt(int what, int value) {
        Buffer current = buffer.current;
        switch (what) {
            case PATH: Probe.path(current, value); return 0;
            case VALUE: Probe.value(value, current); return 0;
            case NEW_ID: return Probe.newId(current);
            case ANNOUNCE: current.announce(value); return 0;
            case ANNOUNCED: return current.announced();
            case INTERRUPTED: current.interrupted(value); return 0;
            case ACQUIRED: Probe.acquired(current); return 0;
            case INITIALIZER: current.initializer(); return 0;
            case PAUSE: return buffer.pause() == Buffer.MUTE ? 0 : 1;
            case RESUME: buffer.resume(); return 0;
            case CLAIM: return current.claim(value) ? 0 : 1;
            case OUTSIDE: current.answeredOutside(); return 0;
            case RETURNED: Probe.returned(current); return 0;
            default: buffer.dropped += value; return 0;
        }
    }

    /** The number of a class or a field. */
    @Override
    public int applyAsInt(Object o) {
        Buffer current = buffer.current;
        return o instanceof Field ? current.number((Field) o) : current.number((Class<?>) o);
    }
}
