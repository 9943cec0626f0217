import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Variable handles and field updaters: of fields, static fields, elements; every kind of access; null and wrong indices. */
public class Handles {
    static class Base {
        volatile int count;
        long wide = 1L << 40;
    }

    static final class Cell extends Base {
        volatile Object value = "first";
        byte small = 3;
        static double shared = 0.5;
    }

    static final VarHandle VALUE, SMALL, WIDE, SHARED;
    static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    static final VarHandle TEXTS = MethodHandles.arrayElementVarHandle(String[].class);
    static final AtomicIntegerFieldUpdater<Base> COUNT = AtomicIntegerFieldUpdater.newUpdater(Base.class, "count");
    static final AtomicReferenceFieldUpdater<Cell, Object> UPDATER =
            AtomicReferenceFieldUpdater.newUpdater(Cell.class, Object.class, "value");
    /** Written twice, so nobody can say what it is. */
    static VarHandle any;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            VALUE = lookup.findVarHandle(Cell.class, "value", Object.class);
            SMALL = lookup.findVarHandle(Cell.class, "small", byte.class);
            WIDE = lookup.findVarHandle(Cell.class, "wide", long.class);
            SHARED = lookup.findStaticVarHandle(Cell.class, "shared", double.class);
            any = SMALL;
            any = WIDE;
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int next(int x) {
        return x * 31 + (x >>> 7) + 1;
    }

    static int chainOfField() {
        Cell cell = new Cell();
        COUNT.set(cell, 1);
        for (int i = 0; i < 50; i++) {
            COUNT.set(cell, next(COUNT.get(cell)));
            COUNT.incrementAndGet(cell);
            COUNT.compareAndSet(cell, i, i + 1);
        }
        return cell.count + COUNT.updateAndGet(cell, x -> x ^ 5) + COUNT.getAndAdd(cell, 2);
    }

    static String references() {
        Cell cell = new Cell();
        Object before = VALUE.getAndSet(cell, "second");
        boolean swapped = VALUE.compareAndSet(cell, cell.value, "third");
        VALUE.setVolatile(cell, cell.value + "!");
        return before + " " + swapped + " " + VALUE.getAcquire(cell) + " " + UPDATER.getAndSet(cell, 7) + " " + cell.value;
    }

    static long others() {
        Cell cell = new Cell();
        SMALL.set(cell, (byte) (cell.small + 4));
        WIDE.getAndAdd(cell, 5L);
        SHARED.set((double) SHARED.get() * 3);
        any.set(cell, (long) any.get(cell) + cell.small);
        return cell.wide + cell.small + (long) Cell.shared + (byte) SMALL.getOpaque(cell);
    }

    static int elements() {
        int[] ints = {1, 2, 3, 4};
        for (int i = 0; i < 40; i++) {
            INTS.setRelease(ints, (i + 1) % 4, next((int) INTS.get(ints, i % 4)));
        }
        String[] texts = {"a", null};
        TEXTS.compareAndExchange(texts, 1, null, texts[0] + "b");
        return ints[0] + ints[3] + texts[1].length() + (int) INTS.getAndBitwiseXor(ints, 2, 9);
    }

    static int failures() {
        int failures = 0;
        try {
            VALUE.get((Cell) null);
        } catch (NullPointerException e) {
            failures++;
        }
        try {
            INTS.set(new int[2], 2, 1);
        } catch (IndexOutOfBoundsException e) {
            failures += 2;
        }
        try {
            INTS.get(new int[2], -1);
        } catch (IndexOutOfBoundsException e) {
            failures += 4;
        }
        try {
            COUNT.get(null);
        } catch (NullPointerException | ClassCastException e) {
            failures += 8;
        }
        return failures;
    }

    /** The handle is one of two, and the value is computed in between. */
    static long chosen(boolean first, Cell cell) {
        (first ? WIDE : any).set(cell, first ? 3L : 4L);
        WIDE.set(cell, first ? 5L : (long) cell.small);
        return (long) WIDE.get(cell);
    }

    public static void main(String[] args) {
        System.out.println(chainOfField() + " " + references() + " " + others() + " " + elements());
        System.out.println(failures() + " " + chosen(true, new Cell()) + " " + chosen(false, new Cell()));
    }
}
