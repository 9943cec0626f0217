import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.*;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Loops that hand {@code x = h(x)} on through one structure of the JDK each, and beside each of them one whose rounds
 * use the same structure without each other.
 */
public class Relay {
    static final int N = 100;
    static final VarHandle HANDLE;
    static final AtomicIntegerFieldUpdater<Relay> UPDATER = AtomicIntegerFieldUpdater.newUpdater(Relay.class, "updated");
    static final Field FIELD;

    static {
        try {
            HANDLE = MethodHandles.lookup().findVarHandle(Relay.class, "handled", int.class);
            FIELD = Relay.class.getDeclaredField("reflected");
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    int handled;
    volatile int updated;
    int reflected;

    /** Work whose instructions need one another: what a structure does beside it is little. */
    static int h(int x) {
        for (int k = 0; k < 100; k++) {
            x ^= x << 13;
            x ^= x >>> 17;
            x ^= x << 5;
            x ^= x << 13;
            x ^= x >>> 17;
            x ^= x << 5;
        }
        return x;
    }

    static int fill() {
        int[] array = {1, 1, 1, 1};
        for (int i = 0; i < N; i++) { // serial
            Arrays.fill(array, h(array[3]));
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            int[] own = new int[4];
            Arrays.fill(own, h(i));
            results[i] = own[3];
        }
        return array[0] ^ results[N / 2];
    }

    static int sort() {
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            int[] array = {h(x), Integer.MIN_VALUE, Integer.MAX_VALUE};
            Arrays.sort(array);
            x = array[1];
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            int[] own = {h(i), Integer.MIN_VALUE, Integer.MAX_VALUE};
            Arrays.sort(own);
            results[i] = own[1];
        }
        return x ^ results[N / 2];
    }

    static int setAll() {
        int[] array = {1, 1};
        IntUnaryOperator of = k -> k == 0 ? h(array[1]) : array[0];
        for (int i = 0; i < N; i++) { // serial
            Arrays.setAll(array, of);
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            int[] own = {i, i};
            Arrays.setAll(own, k -> h(own[k]));
            results[i] = own[1];
        }
        return array[0] ^ results[N / 2];
    }

    static int copyOf() {
        int[] array = {1, 2, 3, 4};
        for (int i = 0; i < N; i++) { // serial
            array[0] = h(array[0]);
            array = Arrays.copyOf(array, 4);
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            int[] own = {h(i), 2, 3};
            results[i] = Arrays.copyOf(own, 4)[0];
        }
        return array[0] ^ results[N / 2];
    }

    static int hashCodeOf() {
        int[] array = {1, 2};
        for (int i = 0; i < N; i++) { // serial
            array[0] = h(Arrays.hashCode(array));
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            int[] own = {i, 2};
            results[i] = h(Arrays.hashCode(own));
        }
        return array[0] ^ results[N / 2];
    }

    static int toStringOf() {
        int[] array = {1, 2};
        for (int i = 0; i < N; i++) { // serial
            array[0] = h(Arrays.toString(array).charAt(1));
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            int[] own = {h(i), 2};
            results[i] = Arrays.toString(own).charAt(1);
        }
        return array[0] ^ results[N / 2];
    }

    static int handle() {
        Relay relay = new Relay();
        for (int i = 0; i < N; i++) { // serial
            HANDLE.set(relay, h((int) HANDLE.getVolatile(relay) + 1));
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            Relay own = new Relay();
            HANDLE.set(own, h(i));
            results[i] = (int) HANDLE.getVolatile(own);
        }
        return relay.handled ^ results[N / 2];
    }

    static int updater() {
        Relay relay = new Relay();
        for (int i = 0; i < N; i++) { // serial
            UPDATER.set(relay, h(UPDATER.get(relay) + 1));
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            Relay own = new Relay();
            UPDATER.set(own, h(i));
            results[i] = UPDATER.get(own);
        }
        return relay.updated ^ results[N / 2];
    }

    static int field() throws ReflectiveOperationException {
        Relay relay = new Relay();
        for (int i = 0; i < N; i++) { // serial
            FIELD.setInt(relay, h(FIELD.getInt(relay) + 1));
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            Relay own = new Relay();
            FIELD.setInt(own, h(i));
            results[i] = FIELD.getInt(own);
        }
        return relay.reflected ^ results[N / 2];
    }

    static int bytes() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(8);
        buffer.putInt(0, 1);
        for (int i = 0; i < N; i++) { // serial
            buffer.putInt(0, h(buffer.getInt(0)));
        }
        ByteBuffer parts = ByteBuffer.allocateDirect(4 * N);
        for (int i = 0; i < N; i++) { // independent
            parts.putInt(4 * i, h(parts.getInt(4 * i) + i));
        }
        return buffer.getInt(0) ^ parts.getInt(2 * N);
    }

    static int wrap() {
        int[] array = {1, 2};
        IntBuffer buffer = IntBuffer.wrap(array);
        for (int i = 0; i < N; i++) { // serial
            buffer.put(0, h(array[0]));
        }
        int[] results = new int[N];
        IntBuffer all = IntBuffer.wrap(results);
        for (int i = 0; i < N; i++) { // independent
            all.put(i, h(results[i] + i));
        }
        return array[0] ^ results[N / 2];
    }

    static int asList() {
        Integer[] array = {1, 2};
        List<Integer> list = Arrays.asList(array);
        for (int i = 0; i < N; i++) { // serial
            list.set(0, h(array[0]));
        }
        Integer[] results = new Integer[N];
        List<Integer> all = Arrays.asList(results);
        for (int i = 0; i < N; i++) { // independent
            all.set(i, h(i));
        }
        return array[0] ^ results[N / 2];
    }

    static int subList() {
        List<Integer> list = new ArrayList<>(Arrays.asList(1, 2, 3));
        List<Integer> part = list.subList(1, 3);
        for (int i = 0; i < N; i++) { // serial
            part.set(0, h(list.get(1)));
        }
        List<Integer> all = new ArrayList<>(Collections.nCopies(N + 1, 7));
        List<Integer> rest = all.subList(1, N + 1);
        for (int i = 0; i < N; i++) { // independent
            rest.set(i, h(all.get(i + 1) + i));
        }
        return list.get(1) ^ all.get(N / 2);
    }

    static int entry() {
        Map<Integer, Integer> map = new HashMap<>();
        map.put(1, 1);
        Map.Entry<Integer, Integer> entry = map.entrySet().iterator().next();
        for (int i = 0; i < N; i++) { // serial
            entry.setValue(h(map.get(1)));
        }
        Map<Integer, Integer> all = new HashMap<>();
        for (int i = 0; i < N; i++) {
            all.put(i, i);
        }
        for (Map.Entry<Integer, Integer> one : all.entrySet()) { // independent, behind an iterator
            one.setValue(h(one.getValue()));
        }
        return map.get(1) ^ all.get(N / 2);
    }

    static int arrayList() {
        List<Integer> list = new ArrayList<>(Collections.singletonList(1));
        for (int i = 0; i < N; i++) { // serial
            list.set(0, h(list.get(0)));
        }
        List<Integer> all = new ArrayList<>(Collections.nCopies(N, 7));
        for (int i = 0; i < N; i++) { // independent
            all.set(i, h(all.get(i) + i));
        }
        return list.get(0) ^ all.get(N / 2);
    }

    static int hashMap() {
        Map<String, Integer> map = new HashMap<>();
        map.put("k", 1);
        for (int i = 0; i < N; i++) { // serial
            map.put("k", h(map.get("k")));
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            results[i] = h(map.get("k") + i);
        }
        return map.get("k") ^ results[N / 2];
    }

    static int arrayDeque() {
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        deque.add(1);
        for (int i = 0; i < N; i++) { // serial
            deque.add(h(deque.poll()));
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            ArrayDeque<Integer> own = new ArrayDeque<>();
            own.add(h(i));
            results[i] = own.poll();
        }
        return deque.poll() ^ results[N / 2];
    }

    static int builder() {
        StringBuilder builder = new StringBuilder("x");
        for (int i = 0; i < N; i++) { // serial
            builder.append((char) (h(builder.toString().hashCode()) & 127));
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            StringBuilder own = new StringBuilder();
            own.append((char) (h(i) & 127));
            results[i] = own.charAt(0);
        }
        return builder.charAt(0) ^ results[N / 2];
    }

    static int threadLocal() {
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 1);
        for (int i = 0; i < N; i++) { // serial
            local.set(h(local.get()));
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // each task with a copy
            results[i] = h(local.get() + i);
        }
        return local.get() ^ results[N / 2];
    }

    static int reference() {
        AtomicReference<Integer> reference = new AtomicReference<>(1);
        for (int i = 0; i < N; i++) { // serial
            reference.set(h(reference.get()));
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            results[i] = h(reference.get() + i);
        }
        return reference.get() ^ results[N / 2];
    }

    static int property() {
        System.setProperty("relay", "1");
        for (int i = 0; i < N; i++) { // serial
            System.setProperty("relay", Integer.toString(h(Integer.parseInt(System.getProperty("relay")))));
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            results[i] = h(Integer.parseInt(System.getProperty("relay")) + i);
        }
        return results[N / 2];
    }

    static int iterate() {
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            x = IntStream.iterate(x, Relay::h).limit(2).sum();
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            results[i] = IntStream.iterate(i, Relay::h).limit(2).sum();
        }
        return x ^ results[N / 2];
    }

    static int reduce() {
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            x = IntStream.of(x, i).reduce(0, (a, b) -> h(a ^ b));
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            results[i] = IntStream.of(i, i + 1).reduce(0, (a, b) -> h(a ^ b));
        }
        return x ^ results[N / 2];
    }

    public static void main(String[] args) throws Exception {
        int all = fill() ^ sort() ^ setAll() ^ copyOf() ^ hashCodeOf() ^ toStringOf() ^ handle() ^ updater() ^ field();
        all ^= bytes() ^ wrap() ^ asList() ^ subList() ^ entry() ^ arrayList() ^ hashMap() ^ arrayDeque() ^ builder();
        System.out.println(all ^ threadLocal() ^ reference() ^ property() ^ iterate() ^ reduce());
    }
}
