import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What one thread, or one task, has for itself. */
final class Own {
    private static final Queue<Own> ALL = new ConcurrentLinkedQueue<>();

    int fuel = 30;
    int f;
    long h = 5;
    int[] data = {3, 1, 4, 1, 5};
    Own next;
    Shared.Shape shape;

    /** Values of other threads that it has read from cells, and those that it has written over. */
    int taken;
    int overwritten;

    Own(int seed) {
        this(seed, new Own(seed + 1, null));
        ALL.add(this);
    }

    private Own(int seed, Own next) {
        f = seed;
        shape = (seed & 1) == 0 ? new Shared.Square(seed) : new Shared.Line(seed);
        this.next = next;
    }

    boolean tick() {
        return --fuel > 0;
    }

    int note(int x) {
        f = f * 31 + x;
        return x;
    }

    /** What became of the fields. */
    int sum() {
        int sum = f + (int) h + fuel;
        for (int x : data) sum = sum * 31 + x;
        return next == null ? sum : sum ^ next.f;
    }

    static String handovers() {
        int taken = 0;
        int overwritten = 0;
        for (Own own : ALL) {
            taken += own.taken;
            overwritten += own.overwritten;
        }
        return "handovers " + taken + " " + overwritten;
    }
}
