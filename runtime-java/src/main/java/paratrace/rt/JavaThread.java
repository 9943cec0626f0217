package paratrace.rt;

import java.lang.reflect.Method;

/** The number that the JVM gives a thread. */
final class JavaThread {
    /** {@code Thread.threadId}, final, from Java 19 on; null before. */
    private static final Method THREAD_ID = threadId();

    private static Method threadId() {
        try {
            return Thread.class.getMethod("threadId");
        } catch (Throwable e) {
            return null;
        }
    }

    /** The class of virtual threads, null before Java 19. Its initialiser makes a thread and a group, which are the program's business. */
    private static final Class<?> VIRTUAL = virtual();

    private static Class<?> virtual() {
        try {
            return Class.forName("java.lang.VirtualThread", false, null);
        } catch (Throwable e) {
            return null;
        }
    }

    static boolean isVirtual(Thread thread) {
        return thread.getClass() == VIRTUAL;
    }

    /**
     * How a virtual thread waits. If it yielded, its carrier would begin another one, which has to wait as well, until every
     * thread of the program has begun and none has ended, each with a stack in the heap. A spinning carrier takes one
     * processor, and what is waited for is never done by a virtual thread that has no carrier.
     */
    static void spin() {
        for (int i = 0; i < SPINS; i++) {
            fence = i;
        }
    }

    private static final int SPINS = 256;
    private static volatile int fence;

    /** The thread's id; 0 if only the program's own code could tell, because it overrides {@code getId}. */
    @SuppressWarnings("deprecation")
    static long id(Thread thread) {
        try {
            if (THREAD_ID != null) {
                return ((Long) THREAD_ID.invoke(thread)).longValue();
            }
            return overrides(thread, "getId") ? 0 : thread.getId();
        } catch (Throwable e) {
            return 0;
        }
    }

    /** Whether the thread waits for another one, for however long; not if only the program's own code could tell. */
    static boolean isWaiting(Thread thread) {
        return !overrides(thread, "getState") && thread.getState() == Thread.State.WAITING;
    }

    /** Whether it is code of the program that such a call without arguments runs. */
    private static boolean overrides(Thread thread, String method) {
        for (Class<?> c = thread.getClass(); c != Thread.class; c = c.getSuperclass()) {
            if (c.getClassLoader() != null && declares(c, method)) {
                return true;
            }
        }
        return false;
    }

    private static boolean declares(Class<?> c, String method) {
        try {
            c.getDeclaredMethod(method);
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private JavaThread() {}
}
