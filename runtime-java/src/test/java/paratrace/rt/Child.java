package paratrace.rt;

import java.io.File;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.function.IntSupplier;

/**
 * Programs that stand for traced ones: each calls {@link Probe} as rewritten code does, one per case. The n-th event of a
 * thread is value n and path n, so that a reader can tell what is missing or doubled.
 */
public final class Child {
    static int fromInitialiser = record("in the static initialiser of the main class", 3);

    /** The calling thread writes its first or next so many events. */
    static int record(String why, int n) {
        for (int i = 0; i < n; i++) {
            Buffer b = Probe.enter();
            Probe.value(i, b);
            Probe.path(b, i);
        }
        return n;
    }

    public static void main(String[] args) throws Throwable {
        int n = args.length > 1 ? Integer.parseInt(args[1]) : 0;
        switch (args[0]) {
            case "first-things": firstThings(); events(n); System.out.println("done"); break;
            case "past-limit": pastLimit(n, args.length > 2); break;
            case "overflow": main(new String[] {"overflow-inside"}); break;
            case "overflow-inside": overflow(0); break;
            case "return": events(n); System.out.println("done"); break;
            case "exit": events(n); System.out.println("done"); System.exit(7); break;
            case "halt": events(n); System.out.println("done"); Runtime.getRuntime().halt(9); break;
            case "throw": events(n); System.out.println("done"); throw new IllegalStateException("expected");
            case "daemon": daemon(n); break;
            case "parked": parked(n); break;
            case "starved": starved(n, Integer.parseInt(args[2])); break;
            case "hook": hook(n, 0); break;
            case "slowhook": hook(n, 3000); break;
            case "longhook": longHook(n); break;
            case "young": young(n); break;
            case "exithook": exitHook(n); break;
            case "busyhooks": BusyHooks.run(n); break;
            case "kill": kill(n, args.length > 2 ? Integer.parseInt(args[2]) : 250); break;
            case "many": many(n); break;
            case "late": late(n); break;
            case "uneven": uneven(n, Integer.parseInt(args[2])); break;
            case "blocked": blocked(n); break;
            case "interrupt": interrupt(n); break;
            case "permit": permit(n); break;
            case "deep": deep(n); break;
            case "deep-stamps": stamping(); deep(n); break;
            case "oom-stamps": stamping(); oom(n); break;
            case "oom": oom(n); break;
            case "oom-receivers": oomReceivers(n, Integer.parseInt(args[2])); break;
            case "suspended": suspended(n); break;
            case "stuck": stuck(n); break;
            case "overrides": overrides(n); break;
            case "classes": classes(n); break;
            case "fields": fields(); break;
            case "ids": ids(n); break;
            case "pauses": Pauses.run(n); break;
            case "virtual": virtual(n); break;
            case "threads": threads(n); break;
            case "handover": handover(n, args[2]); break;
            default: throw new IllegalArgumentException(args[0]);
        }
    }

    /** Continues behind the three events of the initialiser. */
    static void events(int n) {
        Buffer b = Probe.enter();
        for (int i = 3; i < n; i++) {
            Probe.value(i, b);
            Probe.path(b, i);
        }
    }

    /** Prints the milliseconds that events take while the writer waits for what the thread holds. */
    static void late(int n) {
        long began = System.nanoTime();
        events(n);
        System.out.println((System.nanoTime() - began) / 1_000_000);
        System.setProperty(Late.FREE, "");
    }

    /** So many values, one path behind every few of them. Prints the MiB that the thread allocated. */
    static void uneven(int n, int valuesPerPath) {
        Buffer b = Probe.enter();
        for (int i = 0; i < n; i++) {
            Probe.value(i, b);
            if (i % valuesPerPath == 0) {
                Probe.path(b, i);
            }
        }
        java.lang.management.ThreadMXBean threads = java.lang.management.ManagementFactory.getThreadMXBean();
        long bytes = ((com.sun.management.ThreadMXBean) threads).getThreadAllocatedBytes(Thread.currentThread().getId());
        System.out.println(bytes >> 20);
    }

    /** The writer gets nowhere for so many milliseconds while the JVM ends, as on a machine that has no processor for it. */
    @SuppressWarnings("deprecation")
    static void starved(int n, final int milliseconds) throws Exception {
        events(n);
        Thread other = new Thread("other") {
            @Override
            public void run() {
                try {
                    Thread.sleep(milliseconds);
                    Recorder.writer.resume();
                } catch (InterruptedException | UnsupportedOperationException e) {
                    // A JDK of which nobody suspends threads.
                }
            }
        };
        other.setDaemon(true);
        other.start();
        try {
            Recorder.writer.suspend();
        } catch (UnsupportedOperationException e) {
            // Likewise.
        }
        System.out.println("done");
    }

    /** A daemon thread that is done with its events, and idle, when the JVM ends. */
    static void parked(final int n) throws Exception {
        final CountDownLatch written = new CountDownLatch(1);
        Thread thread = new Thread("idle") {
            @Override
            public void run() {
                Buffer b = Probe.enter();
                for (int i = 0; i < n; i++) {
                    Probe.value(i, b);
                    Probe.path(b, i);
                }
                written.countDown();
                for (;;) {
                    java.util.concurrent.locks.LockSupport.park();
                }
            }
        };
        thread.setDaemon(true);
        thread.start();
        written.await();
        System.out.println("done");
    }

    static void daemon(int n) throws Exception {
        final CountDownLatch going = new CountDownLatch(1);
        Thread t = new Thread("endless") {
            @Override
            public void run() {
                for (int i = 0;; i++) {
                    Buffer b = Probe.enter();
                    Probe.value(i, b);
                    Probe.path(b, i);
                    if (i == 100) {
                        going.countDown();
                    }
                    if (i % 100_000 == 0 && i > 1_000_000) {
                        try {
                            Thread.sleep(1); // Enough is enough: the reader has to take it all.
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                }
            }
        };
        t.setDaemon(true);
        t.start();
        going.await();
        events(n);
        System.out.println("done");
    }

    static void hook(final int n, final int wait) {
        Runtime.getRuntime().addShutdownHook(new Thread("program-hook") {
            @Override
            public void run() {
                try {
                    Thread.sleep(2);
                    record("hook", n);
                    Thread.sleep(wait);
                    Buffer b = Probe.enter();
                    Probe.value(n, b);
                    Probe.path(b, n);
                    Thread.sleep(30);
                    System.out.println("hook done");
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        events(n);
        System.out.println("done");
    }

    /** A hook that records for so many milliseconds, and is done just when nobody waits for it any longer. Prints how much that was. */
    static void longHook(final int milliseconds) {
        Runtime.getRuntime().addShutdownHook(new Thread("long-hook") {
            @Override
            public void run() {
                long began = System.nanoTime();
                int i = 0;
                for (; System.nanoTime() - began < milliseconds * 1_000_000L; i++) {
                    slowly(i);
                }
                System.out.print(i);
            }
        });
    }

    /** One event a microsecond or so: their trace has to be read. */
    private static void slowly(int i) {
        Buffer b = Probe.enter();
        Probe.value(i, b);
        Probe.path(b, i);
        for (int k = 0; k < 1_000; k++) {
            turn = k;
        }
    }

    /** Exits so many milliseconds after threads that never end have begun. */
    static void young(int milliseconds) throws Exception {
        for (int k = 0; k < 4; k++) {
            new Thread("young" + k) {
                @Override
                public void run() {
                    for (int i = 0;; i++) {
                        slowly(i);
                    }
                }
            }.start();
        }
        Thread.sleep(milliseconds);
        System.out.println("done");
        System.exit(3);
    }

    /** The program takes away what the runtime may want to read, and forbids it to write. */
    @SuppressWarnings({"deprecation", "removal"})
    static void firstThings() {
        System.setProperties(new java.util.Properties());
        System.setProperty("user.dir", "/nowhere");
        try {
            System.setSecurityManager(new SecurityManager() {
                @Override
                public void checkPermission(java.security.Permission permission) {
                    if (permission instanceof java.io.FilePermission && permission.getActions().contains("write")) {
                        throw new SecurityException("not now");
                    }
                }
            });
        } catch (UnsupportedOperationException e) {
            // A newer JDK, which has none.
        }
    }

    static void exitHook(int n) {
        Runtime.getRuntime().addShutdownHook(new Thread("exit-hook") {
            @Override
            public void run() {
                record("hook", 10);
                new Thread("late halt") {
                    @Override
                    public void run() {
                        record("halt", 10);
                        try {
                            Thread.sleep(500);
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                        Runtime.getRuntime().halt(11);
                    }
                }.start();
                System.exit(5); // Never returns: another thread is in exit. So it is without us.
            }
        });
        events(n);
        System.out.println("done");
        System.exit(3);
    }

    /** Writes its events, says so after a while, and waits to be killed. */
    static void kill(int n, int wait) throws Exception {
        events(n);
        Thread.sleep(wait);
        System.out.println("done");
        Thread.sleep(60_000);
    }

    static void many(int n) throws Exception {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            final int events = 1 + i * 7 % 3000;
            Thread t = new Thread("t" + i) {
                @Override
                public void run() {
                    record("short", events);
                }
            };
            t.start();
            all.add(t);
            if (all.size() % 50 == 0) {
                for (Thread each : all) {
                    each.join();
                }
            }
        }
        for (Thread t : all) {
            t.join();
        }
        System.out.println("done");
    }

    static void blocked(final int n) throws Exception {
        Thread[] all = new Thread[4];
        for (int k = 0; k < all.length; k++) {
            final int step = 1 + 37 * k;
            all[k] = new Thread("b" + k) {
                @Override
                public void run() {
                    int next = 0;
                    for (int i = 0; i < n; i++) {
                        for (int j = 0; j < step; j++, next++) {
                            Buffer b = Probe.enter();
                            Probe.value(next, b);
                            Probe.path(b, next);
                        }
                        try {
                            Thread.sleep(i % 40);
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                }
            };
            all[k].start();
        }
        for (Thread t : all) {
            t.join();
        }
        System.out.println("done");
    }

    /** An interrupted thread that fills the queue: its status must stay, and others' must not appear. */
    static void interrupt(int n) {
        Thread.currentThread().interrupt();
        Buffer b = Probe.enter();
        java.util.Random random = new java.util.Random(5);
        for (int i = 3; i < n; i++) {
            Probe.value(random.nextInt(), b);
            Probe.path(b, i);
        }
        if (!Thread.interrupted()) {
            throw new AssertionError("the interrupt is gone");
        }
        for (int i = 0; i < n; i++) {
            Probe.value(random.nextInt(), b);
        }
        if (Thread.interrupted()) {
            throw new AssertionError("an interrupt out of nowhere");
        }
        System.out.println("done");
    }

    /** A permit given before the events is still there after them. */
    static void permit(int n) {
        java.util.concurrent.locks.LockSupport.unpark(Thread.currentThread());
        java.util.Random random = new java.util.Random(5);
        Buffer b = Probe.enter();
        for (int i = 3; i < n; i++) {
            Probe.value(random.nextInt(), b);
            Probe.path(b, i);
        }
        long t = System.nanoTime();
        java.util.concurrent.locks.LockSupport.parkNanos(5_000_000_000L);
        if (System.nanoTime() - t > 2_000_000_000L) {
            throw new AssertionError("the permit is gone");
        }
        System.out.println("done");
    }

    /** An uncaught overflow of the stack, as rewritten code tells it. */
    static int overflow(int depth) {
        Buffer b = Probe.enter();
        try {
            return overflow(depth + 1) + 1;
        } catch (Throwable e) {
            Probe.thrown(e, b, depth & 1);
            throw e;
        }
    }

    /** Fills a trace up to its limit. Prints how many times as long a loop takes with probes in it as without, then. */
    static void pastLimit(int n, boolean apart) throws Exception {
        int[] a = new int[1_024];
        while (!Probe.off) {
            tracedLoop(a, n, apart);
        }
        long plain = Long.MAX_VALUE;
        long traced = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long t = System.nanoTime();
            plainLoop(a, n, apart);
            long between = System.nanoTime();
            tracedLoop(a, n, apart);
            traced = Math.min(traced, System.nanoTime() - between);
            plain = Math.min(plain, between - t);
        }
        System.out.println((double) traced / plain);
    }

    private static void plainLoop(int[] a, int n, boolean apart) {
        for (int k = 0; k < n; k++) {
            for (int i = 1; i < a.length; i++) {
                a[i] = (apart ? 0 : a[i - 1] * 31) + i ^ k;
            }
        }
    }

    private static void tracedLoop(int[] a, int n, boolean apart) {
        Buffer b = Probe.enter();
        for (int k = 0; k < n; k++) {
            Probe.path(b, 1);
            for (int i = 1; i < a.length; i++) {
                Probe.element(a, i, b);
                a[i] = (apart ? 0 : a[i - 1] * 31) + i ^ k;
                Probe.path(b, 2);
            }
        }
    }

    static int depth;

    static void down() {
        Buffer b = Probe.enter();
        Probe.value(depth, b);
        Probe.path(b, depth);
        depth++;
        down();
    }

    /** From now on everybody else needs a stamp all the time: another thread takes them without end, beside a third. */
    static void stamping() {
        for (int i = 0; i < 2; i++) {
            Thread t = new Thread("stamping" + i) {
                @Override
                public void run() {
                    Buffer b = Probe.enter();
                    for (;;) {
                        Probe.acquired(b);
                    }
                }
            };
            t.setDaemon(true);
            t.start();
        }
    }

    /** Overflows the stack again and again, in threads of their own so that buffers fill up right there. */
    static void deep(int n) throws Exception {
        for (int i = 0; i < n; i++) {
            Thread t = new Thread(null, null, "deep" + i, 256 << 10) {
                @Override
                public void run() {
                    for (int k = 0; k < 20; k++) {
                        depth = 0;
                        try {
                            down();
                        } catch (StackOverflowError e) {
                            // Every other way out is a failure.
                        }
                    }
                }
            };
            final Throwable[] other = new Throwable[1];
            t.setUncaughtExceptionHandler(new Thread.UncaughtExceptionHandler() {
                @Override
                public void uncaughtException(Thread thread, Throwable e) {
                    other[0] = e;
                }
            });
            t.start();
            t.join();
            if (other[0] != null) {
                throw new AssertionError(other[0]);
            }
        }
        System.out.println("done");
    }

    /** Fills the heap to the last byte and goes on recording. */
    static void oom(int n) throws Exception {
        Thread.sleep(300); // The trace begins.
        List<Object> all = new ArrayList<>(1 << 18);
        int i = 3;
        Buffer b = Probe.enter();
        for (int size = 1 << 20; size >= 16; size /= 2) {
            try {
                for (;;) {
                    all.add(new byte[size]);
                }
            } catch (OutOfMemoryError e) {
                // That is the idea.
            }
        }
        for (; i < n; i++) {
            Probe.value(i, b);
            Probe.path(b, i);
        }
        all = null;
        System.out.println("done");
    }

    /** Fills the heap, and calls methods of objects for so many milliseconds: of so many classes that were met before, and of others. */
    static void oomReceivers(int milliseconds, int known) throws Exception {
        Object[] objects = {new ArrayList<>(), new Object(), new java.util.HashMap<>(), new java.util.BitSet(), new Semaphore(1)};
        Thread.sleep(300); // The trace begins.
        Buffer b = Probe.enter();
        for (int i = 0; i < known; i++) {
            Probe.receiver(objects[i], b);
        }
        Object[] all = new Object[1 << 18];
        int filled = 0;
        for (int size = 1 << 20; size >= 512; size /= 2) {
            try {
                for (;;) {
                    all[filled++] = new byte[size];
                }
            } catch (OutOfMemoryError e) {
                // That is the idea.
            }
        }
        long began = System.nanoTime();
        for (int i = 0; System.nanoTime() - began < milliseconds * 1_000_000L; i++) {
            Probe.receiver(objects[i % objects.length], b);
            Probe.path(b, i);
        }
        all = null;
        System.out.println("done");
    }

    /** A thread is suspended and goes on, again and again, while another one records, too, and others begin. */
    @SuppressWarnings("deprecation")
    static void suspended(int n) throws Exception {
        final java.util.concurrent.atomic.AtomicBoolean stop = new java.util.concurrent.atomic.AtomicBoolean();
        Thread worker = new Thread("worker") {
            @Override
            public void run() {
                while (!stop.get()) {
                    record("worker", 100);
                }
            }
        };
        worker.start();
        for (int i = 0; i < n; i++) {
            try {
                worker.suspend();
            } catch (UnsupportedOperationException e) {
                break;
            }
            record("main", 1_000);
            Thread other = new Thread("other") {
                @Override
                public void run() {
                    record("other", 10);
                }
            };
            other.start();
            other.join();
            worker.resume();
        }
        stop.set(true);
        worker.join();
        System.out.println("done");
    }

    /** A thread stands still while it holds the lock of its buffer, as one does that is suspended there. */
    static void stuck(int n) throws Exception {
        final CountDownLatch inside = new CountDownLatch(1);
        Thread thread = new Thread("stuck") {
            @Override
            public void run() {
                record("stuck", 10);
                Probe.enter().mutex.lock();
                inside.countDown();
                java.util.concurrent.locks.LockSupport.park();
            }
        };
        thread.setDaemon(true);
        thread.start();
        inside.await();
        many(50);
        events(n);
    }

    /** A thread whose overridable methods are all traced and absurd. */
    static void overrides(final int n) throws Exception {
        class Odd extends Thread {
            Odd(String name) {
                super(name);
            }

            @Override
            public long getId() {
                record("getId", 1);
                return 1;
            }

            @Override
            public int hashCode() {
                record("hashCode", 1);
                return 1;
            }

            @Override
            public boolean equals(Object o) {
                record("equals", 1);
                return true;
            }

            @Override
            public boolean isInterrupted() {
                record("isInterrupted", 1);
                return true;
            }

            @Override
            public void interrupt() {
                record("interrupt", 1);
            }

            @Override
            public StackTraceElement[] getStackTrace() {
                record("getStackTrace", 1);
                return null;
            }

            @Override
            public void run() {
                record("run", n);
            }
        }
        Thread a = new Odd("odd-a");
        Thread b = new Odd("odd-b");
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("done");
    }

    static void classes(int n) {
        Object[] objects = {"s", 1, new int[0], new String[0], new ArrayList<Object>(), null, new Child(), 'c', 1L, new Object()};
        Buffer b = Probe.enter();
        for (int i = 0; i < n; i++) {
            Object o = objects[i % objects.length];
            Probe.receiver(o, b);
            Probe.value(System.identityHashCode(o), b);
        }
        int[] copy = {1, 2, 3};
        Probe.clone(copy, b);
        Probe.value(System.identityHashCode(copy), b);
        Probe.copy(copy, 1, objects, 2, 3, b);
        Probe.value(System.identityHashCode(objects), b);
        lambdas(n, 2L * n, b);
        System.out.println("done");
    }

    /** The names of their classes say what they capture and implement, where that is one interface. */
    private static void lambdas(int n, long wide, Buffer b) {
        Runnable nothing = () -> { };
        IntSupplier captures = () -> (int) wide + n;
        Runnable kept = (Runnable & Serializable) () -> System.out.println(b);
        Runnable several = (Runnable & Marker) () -> { };
        for (Object lambda : new Object[] {nothing, captures, kept, several}) {
            Probe.receiver(lambda, b);
        }
    }

    private interface Marker {}

    /** As a class that is traced, whose super class is traced, too, and one that is not. */
    static class Numbered {
        public transient int $paratrace$number;
        long value;
        static int[] all;
    }

    static final class Below extends Numbered {
        int own;
    }

    private static final class Plain {
        String text;
    }

    private static void field(Class<?> c, String name, Object o, Buffer b) throws Exception {
        Probe.field(c.getDeclaredField(name), o, b);
    }

    static void fields() throws Exception {
        Buffer b = Probe.enter();
        Numbered numbered = new Numbered();
        numbered.$paratrace$number = 7;
        Below below = new Below();
        Plain plain = new Plain();
        Object[][] accesses = {{Numbered.class, "value", numbered}, {Numbered.class, "value", numbered},
            {Numbered.class, "all", null}, {Plain.class, "text", plain}, {Below.class, "own", below}};
        for (Object[] access : accesses) {
            field((Class<?>) access[0], (String) access[1], access[2], b);
            Probe.identity(access[2], b);
        }
        field(Below.class, "own", numbered, b);
        field(Below.class, "own", null, b);
        Probe.field(null, numbered, b);
        Probe.value(below.$paratrace$number, b);
        System.out.println("done");
    }

    /** Object numbers of many threads: all different, all positive. */
    static void ids(final int n) throws Exception {
        final int[][] ids = new int[8][n];
        Thread[] all = new Thread[ids.length];
        for (int k = 0; k < all.length; k++) {
            final int[] mine = ids[k];
            all[k] = new Thread() {
                @Override
                public void run() {
                    for (int i = 0; i < n; i++) {
                        mine[i] = Probe.newId(Probe.enter());
                    }
                }
            };
            all[k].start();
        }
        java.util.BitSet seen = new java.util.BitSet();
        for (int k = 0; k < all.length; k++) {
            all[k].join();
            for (int id : ids[k]) {
                if (id <= 0 || seen.get(id)) {
                    throw new AssertionError("object number " + id);
                }
                seen.set(id);
            }
        }
        System.out.println("done");
    }

    static int next;
    static volatile int turn;

    /** Four threads count together: the paths of all of them are 0, 1, 2 … in the order in which they were recorded. */
    static void handover(final int n, final String how) throws Exception {
        next = 3; // Behind those of the initialiser.
        Thread[] all = new Thread[4];
        for (int k = 0; k < all.length; k++) {
            final int me = k;
            all[k] = new Thread("h" + k) {
                @Override
                public void run() {
                    while (how.equals("turns") ? turn(me, n) : count(n, how)) {
                        // And again.
                    }
                }
            };
            all[k].start();
        }
        for (Thread t : all) {
            t.join();
        }
        System.out.println("done");
        if (how.equals("killed")) {
            Thread.sleep(250);
            System.out.println("settled");
            Thread.sleep(60_000);
        }
    }

    /** As rewritten code: the block behind {@code monitorenter} begins a path and a unit. */
    static boolean count(int n, String how) {
        Buffer b = Probe.enter();
        int mine;
        synchronized (Child.class) {
            Probe.acquired(b);
            mine = next;
            if (mine < n) {
                Probe.value(mine, b);
                Probe.path(b, mine);
                next = mine + 1;
            }
        }
        if (how.equals("slow") && mine % 7 == 0) {
            try {
                Thread.sleep(mine % 40);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        return mine < n;
    }

    /** One after the other, handed on by a volatile field. */
    static boolean turn(int me, int n) {
        Buffer b = Probe.enter();
        if (turn % 4 != me) {
            Thread.yield();
            return true;
        }
        Probe.acquired(b);
        int mine = next;
        if (mine < n) {
            Probe.path(b, mine);
            next = mine + 1;
        }
        turn++;
        return mine < n;
    }

    /** Virtual threads where the JVM has them (reflection: this is Java 8). */
    static void virtual(int n) throws Exception {
        java.lang.reflect.Method start;
        try {
            start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        } catch (NoSuchMethodException e) {
            System.out.println("done");
            return;
        }
        final Semaphore finished = new Semaphore(0);
        for (int i = 0; i < n; i++) {
            start.invoke(null, new Runnable() {
                @Override
                public void run() {
                    record("virtual", 5);
                    Thread.yield();
                    finished.release();
                }
            });
        }
        finished.acquire(n);
        System.out.println("done");
    }

    /** So many threads at once. */
    static void threads(int n) throws Exception {
        final CountDownLatch all = new CountDownLatch(n);
        final CountDownLatch go = new CountDownLatch(1);
        List<Thread> list = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Thread t = new Thread(null, null, "at-once", 64 << 10) {
                @Override
                public void run() {
                    record("first", 50);
                    all.countDown();
                    try {
                        go.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    Buffer b = Probe.enter();
                    Probe.value(50, b);
                    Probe.path(b, 50);
                }
            };
            t.start();
            list.add(t);
        }
        all.await();
        go.countDown();
        for (Thread t : list) {
            t.join();
        }
        System.out.println("done");
    }
}
