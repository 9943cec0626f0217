import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Two stages with equal work, which one queue connects: twice as fast, but for the first item and the last. */
public class Pipeline {
    static final class Item {
        final long value;

        Item(long value) {
            this.value = value;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int size = Work.size(args);
        BlockingQueue<Item> queue = new ArrayBlockingQueue<>(64);
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 40; i++) {
                    queue.put(new Item(Work.of(i, size / 4)));
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        producer.start();
        long sum = 0;
        for (int i = 0; i < 40; i++) {
            sum += Work.of(queue.take().value, size / 4);
        }
        producer.join();
        System.out.println(sum);
    }
}
