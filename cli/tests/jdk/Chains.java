import java.nio.IntBuffer;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;

/** Loops that hand a value on through a structure of the JDK, and twins whose iterations are independent. */
public class Chains {
    static final int N = 500;

    static int next(int x) {
        return x * 31 + (x >>> 7) + 1;
    }

    static int list() {
        List<Integer> list = new ArrayList<>(Collections.singletonList(1));
        for (int i = 0; i < N; i++) { // serial
            list.set(0, next(list.get(0)));
        }
        return list.get(0);
    }

    static int map() {
        Map<String, Integer> map = new HashMap<>();
        map.put("k", 1);
        for (int i = 0; i < N; i++) { // serial
            map.put("k", next(map.get("k")));
        }
        return map.get("k");
    }

    static int deque() {
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        deque.add(1);
        for (int i = 0; i < N; i++) { // serial
            deque.add(next(deque.poll()));
        }
        return deque.poll();
    }

    static int entry() {
        Map<String, Integer> map = new TreeMap<>();
        map.put("k", 1);
        Map.Entry<String, Integer> entry = map.entrySet().iterator().next();
        for (int i = 0; i < N; i++) { // serial
            entry.setValue(next(entry.getValue()));
        }
        return map.get("k");
    }

    static int reference() {
        AtomicReference<Integer> reference = new AtomicReference<>(1);
        for (int i = 0; i < N; i++) { // serial
            reference.set(next(reference.get()));
        }
        return reference.get();
    }

    static int local() {
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 1);
        for (int i = 0; i < N; i++) { // serial
            local.set(next(local.get()));
        }
        return local.get();
    }

    static int wrapped() {
        int[] array = {1, 2};
        IntBuffer buffer = IntBuffer.wrap(array);
        for (int i = 0; i < N; i++) { // serial
            buffer.put(0, next(array[0]));
        }
        return array[0];
    }

    static int view() {
        Integer[] array = {1, 2};
        List<Integer> list = Arrays.asList(array);
        for (int i = 0; i < N; i++) { // serial
            list.set(0, next(array[0]));
        }
        return array[0];
    }

    static int fill() {
        int[] array = new int[8];
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            Arrays.fill(array, next(x));
            x = array[3];
        }
        return x;
    }

    static int copied() {
        int[] array = new int[8];
        int x = 1;
        for (int i = 0; i < N; i++) { // serial, also in depth
            array[0] = next(x);
            array = Arrays.copyOf(array, 8);
            x = array[0];
        }
        return x;
    }

    static int grown() {
        List<Integer> list = new ArrayList<>(Collections.singletonList(1));
        for (int i = 0; i < N; i++) { // serial, also in depth
            list.add(next(list.get(i)));
        }
        return list.get(N);
    }

    static int counter() {
        AtomicInteger counter = new AtomicInteger(1);
        for (int i = 0; i < N; i++) { // serial
            counter.set(next(counter.getAndAdd(i)));
        }
        return counter.get();
    }

    static int shared() {
        Map<String, Integer> map = new ConcurrentHashMap<>();
        map.put("k", 1);
        for (int i = 0; i < N; i++) { // serial
            map.put("k", next(map.get("k")));
        }
        return map.get("k");
    }

    static int elements() {
        AtomicIntegerArray array = new AtomicIntegerArray(N);
        for (int i = 0; i < N; i++) { // independent
            array.set(i, next(array.getAndIncrement(i)));
        }
        return array.get(N / 2);
    }

    static int reads() {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < N; i++) {
            list.add(i);
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            results[i] = next(list.get(i));
        }
        return Arrays.stream(results).sum();
    }

    static int lookups() {
        Map<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < N; i++) {
            map.put(i, i);
        }
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // not serial
            results[i] = next(map.get(i));
        }
        return Arrays.stream(results).sum();
    }

    public static void main(String[] args) {
        System.out.println(list() + " " + map() + " " + deque() + " " + entry() + " " + reference());
        System.out.println(local() + " " + wrapped() + " " + view() + " " + fill() + " " + reads() + " " + lookups());
        System.out.println(copied() + " " + grown());
        System.out.println(counter() + " " + shared() + " " + elements());
        // A static call initialises its class behind its arguments.
        try {
            ResourceBundle.getBundle("none", Locale.ROOT);
        } catch (MissingResourceException e) {
            System.out.println(e.getClassName());
        }
    }
}
