import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntBinaryOperator;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;

/** What all random programs with threads have in common. */
class Shared {
    /** Nobody writes it. */
    static final int[] TABLE = {2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0, 4, 5};
    static final Object LOCK = new Object();
    static final Object INNER = new Object();
    static final ThreadLocal<Own> LOCAL = ThreadLocal.withInitial(() -> new Own(11));

    interface Shape {
        int area(int x);

        default int twice(int x) {
            return area(x) + area(x + 1);
        }
    }

    record Square(int side) implements Shape {
        @Override
        public int area(int x) {
            return side * side + x;
        }
    }

    static final class Line implements Shape {
        final int length;

        Line(int length) {
            this.length = length;
        }

        @Override
        public int area(int x) {
            return x / (length & 3);
        }
    }

    static final class Oops extends RuntimeException {
        final int code;

        Oops(int code) {
            this.code = code;
        }
    }

    /** Splits its range until one number is left. */
    static final class Split extends RecursiveTask<Integer> {
        private final int from;
        private final int to;
        private final IntUnaryOperator work;

        Split(int from, int to, IntUnaryOperator work) {
            this.from = from;
            this.to = to;
            this.work = work;
        }

        @Override
        protected Integer compute() {
            if (to - from < 2) return work.applyAsInt(from);
            Split left = new Split(from, (from + to) / 2, work);
            left.fork();
            return new Split((from + to) / 2, to, work).compute() + left.join();
        }
    }

    /** A tree of threads, each of which starts those below it. */
    static final class Tree extends Thread {
        private final int depth;
        private final IntUnaryOperator work;
        final Cell result = new Cell();

        Tree(int depth, IntUnaryOperator work) {
            this.depth = depth;
            this.work = work;
        }

        @Override
        public void run() {
            Own own = new Own(depth);
            int sum = work.applyAsInt(depth);
            if (depth > 0) {
                Tree left = new Tree(depth - 1, work);
                Tree right = new Tree(depth - 1, work);
                left.start();
                right.start();
                finish(right);
                finish(left);
                sum += left.result.take(own) ^ right.result.take(own);
            }
            result.give(own, sum);
        }
    }

    static int small(int x) {
        return x & 7;
    }

    static int apply(IntUnaryOperator work, int x) {
        return work.applyAsInt(x);
    }

    static int add(int x, int y) {
        return x + y;
    }

    static int xor(int x, int y) {
        return x ^ y;
    }

    static int max(int x, int y) {
        return x > y ? x : y;
    }

    static int fold(Collection<Integer> all, IntBinaryOperator operator) {
        int result = 0;
        for (int x : all) result = operator.applyAsInt(result, x);
        return result;
    }

    static int code(Throwable t) {
        if (t instanceof CompletionException || t instanceof ExecutionException) return code(t.getCause());
        if (t instanceof LinkageError) return 77;
        return t instanceof Oops oops ? oops.code : t instanceof ArithmeticException ? 2 : 3;
    }

    /** What work gives, or what tells its exception. */
    static int safe(IntSupplier work) {
        try {
            return work.getAsInt();
        } catch (RuntimeException | LinkageError e) {
            return code(e);
        }
    }

    static int get(Future<Integer> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            return code(e);
        }
    }

    static void finish(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("unchecked")
    static Exchanger<Cell>[] exchangers(int count) {
        Exchanger<Cell>[] all = new Exchanger[count];
        for (int i = 0; i < count; i++) all[i] = new Exchanger<>();
        return all;
    }

    /** Between two looks at what another thread will write: few, so that the trace stays small. */
    static void pause(int looks) {
        if (looks < 2) {
            Thread.onSpinWait();
        } else if (looks < 5) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(100_000);
        }
    }

    /** Inside of a lock: others come, and wait for it. */
    static void rest() {
        LockSupport.parkNanos(30_000);
    }

    static VarHandle handle(MethodHandles.Lookup lookup, Class<?> of, String field) {
        try {
            return lookup.findVarHandle(of, field, int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static VarHandle staticHandle(MethodHandles.Lookup lookup, Class<?> of, String field) {
        try {
            return lookup.findStaticVarHandle(of, field, int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
