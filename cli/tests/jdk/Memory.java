import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.*;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** The same as {@code Chains}, through handles, buffers, functions on arrays, views and properties. */
public class Memory {
    static final int N = 500;
    static final VarHandle OWN;
    static final AtomicIntegerFieldUpdater<Memory> UPDATED =
            AtomicIntegerFieldUpdater.newUpdater(Memory.class, "updated");

    static {
        try {
            Class<?> here = Memory.class;
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OWN = lookup.findVarHandle(here, "own", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    int own = 1;
    volatile int updated = 1;

    static int next(int x) {
        for (int i = 0; i < 9; i++) {
            x = x * 31 + (x >>> 7) + 1;
        }
        return x;
    }

    static int sorted() {
        int[] array = new int[8];
        for (int i = 0; i < N; i++) { // serial
            array[0] = next(array[7]);
            Arrays.sort(array);
        }
        return array[7];
    }

    static int hashed() {
        int[] array = new int[8];
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            array[i & 7] = next(x);
            x = Arrays.hashCode(array);
        }
        return x;
    }

    static int printed() {
        int[] array = new int[2];
        for (int i = 0; i < N; i++) { // serial
            array[0] = next(Arrays.toString(array).length() + array[0]);
        }
        return array[0];
    }

    static int handle() {
        Memory chains = new Memory();
        for (int i = 0; i < N; i++) { // serial
            OWN.set(chains, next((int) OWN.getVolatile(chains)));
        }
        return chains.own;
    }

    static int handles() {
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            Memory chains = new Memory();
            OWN.set(chains, i);
            results[i] = next((int) OWN.getVolatile(chains));
        }
        return Arrays.stream(results).sum();
    }

    static int updater() {
        Memory chains = new Memory();
        for (int i = 0; i < N; i++) { // serial
            UPDATED.set(chains, next(UPDATED.get(chains)));
        }
        return chains.updated;
    }

    static int updaters() {
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            Memory chains = new Memory();
            UPDATED.set(chains, i);
            results[i] = next(UPDATED.get(chains));
        }
        return Arrays.stream(results).sum();
    }

    static int bytes(ByteBuffer buffer) {
        buffer.putInt(0, 1);
        for (int i = 0; i < N; i++) { // serial
            buffer.putInt(0, next(buffer.getInt(0)));
        }
        return buffer.getInt(0);
    }

    static int manyBytes(ByteBuffer buffer) {
        for (int i = 0; i < N; i++) { // independent
            buffer.putInt(4 * i, next(buffer.getInt(4 * i)));
        }
        return buffer.getInt(4);
    }

    static int mixedBytes(byte[] array) {
        ByteBuffer buffer = ByteBuffer.wrap(array);
        for (int i = 0; i < N; i++) { // serial
            buffer.putInt(0, next(array[3]));
        }
        return array[3];
    }

    static int wrappedParts(int[] array) {
        IntBuffer buffer = IntBuffer.wrap(array);
        for (int i = 0; i < N; i++) { // independent
            buffer.put(i, next(array[i]));
        }
        return array[2];
    }

    static int part() {
        List<Integer> list = new ArrayList<>(Arrays.asList(1, 2, 3));
        List<Integer> part = list.subList(1, 3);
        for (int i = 0; i < N; i++) { // serial
            part.set(0, next(list.get(1)));
        }
        return list.get(1);
    }

    static int entryOfMap() {
        Map<String, Integer> map = new HashMap<>();
        map.put("k", 1);
        Map.Entry<String, Integer> entry = map.entrySet().iterator().next();
        for (int i = 0; i < N; i++) { // serial
            entry.setValue(next(map.get("k")));
        }
        return map.get("k");
    }

    static int property() {
        System.setProperty("paratrace.test", "1");
        for (int i = 0; i < N; i++) { // serial
            System.setProperty("paratrace.test", "" + next(Integer.parseInt(System.getProperty("paratrace.test"))));
        }
        return System.getProperty("paratrace.test").length();
    }

    static int properties() {
        int[] results = new int[N];
        System.setProperty("paratrace.test", "1");
        for (int i = 0; i < N; i++) { // independent
            results[i] = next(i + System.getProperty("paratrace.test").length());
        }
        return Arrays.stream(results).sum();
    }

    /** With other input, iterations may change what they read. */
    static int guarded(int limit) {
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // not independent
            if (i > limit) {
                System.setProperty("paratrace.test", "2");
            }
            results[i] = next(i + 1);
        }
        return Arrays.stream(results).sum();
    }

    /** Other threads would not find what this one has put there. */
    static int locals() {
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 1);
        local.set(7);
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // each task with a copy
            results[i] = next(local.get() + i);
        }
        return Arrays.stream(results).sum();
    }

    public static void main(String[] args) {
        System.out.println(sorted() + " " + hashed() + " " + printed() + " " + handle() + " " + handles());
        System.out.println(updater() + " " + updaters() + " " + bytes(ByteBuffer.allocate(8)));
        System.out.println(bytes(ByteBuffer.allocateDirect(8)) + " " + manyBytes(ByteBuffer.allocate(4 * N)));
        System.out.println(manyBytes(ByteBuffer.allocateDirect(4 * N)) + " " + mixedBytes(new byte[8]));
        System.out.println(wrappedParts(new int[N]) + " " + part() + " " + entryOfMap());
        System.out.println(property() + " " + properties() + " " + guarded(N) + " " + locals());
    }
}
