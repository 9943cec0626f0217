import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/** Objects that another thread gets: by a queue, a volatile field, an atomic reference, a concurrent map, and by a plain field. */
public class Publication {
    static final class Box {
        int value;

        Box(int value) {
            this.value = value;
        }
    }

    static final class Unsafe {
        int value;

        Unsafe(int value) {
            this.value = value; // races
        }
    }

    static final BlockingQueue<Box> queue = new LinkedBlockingQueue<>();
    static final AtomicReference<Box> atomic = new AtomicReference<>();
    static final ConcurrentHashMap<Integer, Box> map = new ConcurrentHashMap<>();
    static volatile Box safe;
    static volatile boolean isDone;
    static Unsafe plain;

    static void read() {
        long sum = 0;
        try {
            sum += queue.take().value;
        } catch (InterruptedException e) {
            return;
        }
        while (safe == null) {
            Thread.yield();
        }
        while (atomic.get() == null) {
            Thread.yield();
        }
        while (!map.containsKey(3)) {
            Thread.yield();
        }
        sum += safe.value + atomic.get().value + map.get(3).value;
        while (!isDone) {
            Thread.yield();
        }
        Unsafe found = plain; // races
        System.out.println(sum + (found == null ? 0 : found.value - 16)); // races
    }

    public static void main(String[] args) throws Exception {
        Thread reader = new Thread(Publication::read);
        reader.start();
        queue.put(new Box(1));
        safe = new Box(2);
        atomic.set(new Box(4));
        map.put(3, new Box(8));
        isDone = true;
        plain = new Unsafe(16); // races
        reader.join();
    }
}
