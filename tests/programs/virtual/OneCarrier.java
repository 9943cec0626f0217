import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;

/** Virtual threads that one carrier runs in turns: that it does orders nothing, but starting, waking up and joining them does. */
class OneCarrier {
    static int unordered;
    static int joined;
    static int released;
    static int handed;

    public static void main(String[] args) throws Exception {
        // The thread that starts the others keeps the carrier until it waits for them.
        Thread.ofVirtual().start(OneCarrier::startAll).join();
        System.out.println(unordered + joined + released + handed);
    }

    static void startAll() {
        try {
            together(() -> unordered++, () -> unordered++); // races

            Thread first = Thread.ofVirtual().start(() -> joined++);
            first.join();
            Thread second = Thread.ofVirtual().start(() -> joined++);
            second.join();

            Semaphore turns = new Semaphore(0);
            together(() -> {
                released++;
                turns.release();
            }, () -> {
                turns.acquireUninterruptibly();
                released++;
            });

            SynchronousQueue<String> queue = new SynchronousQueue<>();
            together(() -> {
                handed++;
                queue.put("done");
            }, () -> {
                queue.take();
                handed++;
            });
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    interface Body {
        void run() throws InterruptedException;
    }

    static void together(Body one, Body other) throws InterruptedException {
        Thread first = Thread.ofVirtual().start(() -> call(one));
        Thread second = Thread.ofVirtual().start(() -> call(other));
        first.join();
        second.join();
    }

    static void call(Body body) {
        try {
            body.run();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
