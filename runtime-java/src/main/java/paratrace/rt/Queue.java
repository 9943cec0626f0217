package paratrace.rt;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * Full columns on their way to the writer. Threads of the program put a chunk in front of the others by one exchange, and never
 * wait for each other; the writer takes all of them at once and turns them round.
 */
final class Queue {
    private static final Queue ONE = new Queue();
    private static final AtomicReferenceFieldUpdater<Queue, Chunk> PUSHED =
            AtomicReferenceFieldUpdater.newUpdater(Queue.class, Chunk.class, "pushed");
    private static final AtomicLongFieldUpdater<Queue> BYTES = AtomicLongFieldUpdater.newUpdater(Queue.class, "bytes");

    /** The latest chunk, and behind it those before. */
    private volatile Chunk pushed;
    /** What chunks in the queue, and the one that is being written, weigh. */
    private volatile long bytes;
    /** {@code System.nanoTime()} at which the oldest of them came, with the lowest bit set; 0 if there seems to be none. */
    private volatile long oldestAt;

    /** What the writer has taken over, oldest first. Of the writer alone. */
    private static Chunk first;
    private static Chunk last;

    /** Room for a chunk is taken before it comes. */
    static void announce(long weight) {
        BYTES.addAndGet(ONE, weight);
    }

    /** Adds a chunk, or fails and does nothing. */
    static void add(Chunk chunk) {
        do {
            chunk.next = ONE.pushed;
        } while (!PUSHED.compareAndSet(ONE, chunk.next, chunk));
    }

    /** Behind {@link #add}: when the first of several came. */
    static void added(long now) {
        if (ONE.oldestAt == 0) {
            ONE.oldestAt = now | 1;
        }
    }

    static long bytes() {
        return ONE.bytes;
    }

    /** How long the oldest chunk has waited to be in the file. A guess. */
    static long age(long now) {
        long oldest = ONE.oldestAt;
        return oldest == 0 ? 0 : now - oldest;
    }

    static boolean isEmpty() {
        return first == null && ONE.pushed == null;
    }

    /** The writer's next chunk, or null if there is none. */
    static Chunk take() {
        if (first == null) {
            takeOver();
        }
        return next();
    }

    /** The next of those that were there at the last {@link #takeOver}. */
    static Chunk next() {
        Chunk chunk = first;
        if (chunk != null) {
            first = chunk.next;
            last = first == null ? null : last;
            chunk.next = null;
            ONE.oldestAt = chunk.queuedAt | 1;
        }
        return chunk;
    }

    /** Takes over what is there, behind what the writer has already. */
    static void takeOver() {
        Chunk newest = PUSHED.getAndSet(ONE, null);
        Chunk oldest = null;
        for (Chunk chunk = newest; chunk != null;) {
            Chunk before = chunk.next;
            chunk.next = oldest;
            oldest = chunk;
            chunk = before;
        }
        if (oldest == null) {
            return;
        }
        if (first == null) {
            first = oldest;
        } else {
            last.next = oldest;
        }
        last = newest;
    }

    /** The writer is done with a chunk. What threads that were stopped announced, and did not add, is forgotten when nothing is left. */
    static void release(Chunk chunk) {
        long before = BYTES.addAndGet(ONE, -chunk.weight);
        if (isEmpty()) {
            ONE.oldestAt = 0;
            if (before != 0) {
                BYTES.compareAndSet(ONE, before, 0);
            }
        }
    }

    /** Loads what the others need. */
    static void prepare() {
        announce(0);
        PUSHED.compareAndSet(ONE, null, null);
    }

    private Queue() {}
}
