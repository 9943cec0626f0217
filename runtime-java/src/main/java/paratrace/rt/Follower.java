package paratrace.rt;

import java.lang.reflect.Field;
import java.util.function.IntBinaryOperator;
import java.util.function.ToIntFunction;

/**
 * A thread's buffer in a copy of the runtime that does not write the trace ({@link Copies}). It is always full: each value
 * goes to the leader's buffer of the same thread at once, so the events of a thread stay in one order whatever copies they
 * come from.
 */
final class Follower extends Buffer implements Runnable {
    /** A {@link Port} of the leader; null if the leader does not record this thread. */
    final IntBinaryOperator port;

    /** For the calling thread. */
    Follower(Thread thread) {
        super(thread, 1);
        controlLimit = 0;
        dataLimit = 0;
        initialized = -1;
        outside = true;
        idLimit = Integer.MIN_VALUE;
        port = Copies.port(this);
    }

    @Override
    public int controlFull(int value) {
        pass(Port.PATH, value);
        return 0;
    }

    @Override
    public int dataFull(int value) {
        pass(Port.VALUE, value);
        return 0;
    }

    /** The leader's buffer records what a traced JDK does. */
    @Override
    void count() {}

    @Override
    void follow() {}

    @Override
    public void interrupted(int id) {
        pass(Port.INTERRUPTED, id);
    }

    @Override
    public void answeredOutside() {
        pass(Port.OUTSIDE, 0);
    }

    /** The leader's buffer knows whether it has to be said. */
    @Override
    public void returned() {
        pass(Port.RETURNED, 0);
    }

    /** The leader's buffer knows the latest path, but not the error: it is told in any case, as of one of the JVM. */
    @Override
    boolean isStopBehind(Object e, int id) {
        return false;
    }

    /** The stamps are the leader's: this buffer never has the latest one. */
    @Override
    public void acquire() {
        pass(Port.ACQUIRED, 0);
    }

    @Override
    public void enter() {
        pass(Port.ACQUIRED, 0);
    }

    @Override
    public void initialized() {
        pass(Port.ACQUIRED, 0);
    }

    @Override
    public void initializer() {
        pass(Port.INITIALIZER, 0);
    }

    @Override
    public int moreIds() {
        return pass(Port.NEW_ID, 0);
    }

    @Override
    void announce(int id) {
        pass(Port.ANNOUNCE, id);
    }

    @Override
    int announced() {
        return pass(Port.ANNOUNCED, 0);
    }

    @Override
    boolean claim(int hash) {
        return pass(Port.CLAIM, hash) == 0;
    }

    /** Not kept in {@link #lastClass}: nobody would ever clear it. */
    @Override
    int number(Class<?> c) {
        return numbered(c);
    }

    @Override
    int number(Field field) {
        return numbered(field);
    }

    @SuppressWarnings("unchecked")
    private int numbered(Object o) {
        return ((ToIntFunction<Object>) port).applyAsInt(o);
    }

    /** The leader's buffer is paused: what other copies record on this thread goes nowhere, either. */
    @Override
    Buffer pause() {
        return pass(Port.PAUSE, 0) == 0 ? MUTE : this;
    }

    @Override
    void resume() {
        pass(Port.RESUME, 0);
    }

    private int pass(int what, int value) {
        try {
            if (dropped != 0) {
                port.applyAsInt(Port.DROPPED, dropped);
                dropped = 0;
            }
            return port.applyAsInt(what, value);
        } catch (Throwable e) {
            dropped++; // Only the end of the stack leads here: a call of the port fails before it does anything.
            return 0;
        }
    }

    /** The thread has died. */
    @Override
    public void run() {
        Threads.remove(this);
    }
}
