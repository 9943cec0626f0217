/** As Pipeline, with a buffer of its own that waits and notifies. */
public class Buffer {
    private final long[] items = new long[64];
    private int count;
    private int head;

    synchronized void put(long item) throws InterruptedException {
        while (count == items.length) {
            wait();
        }
        items[(head + count) % items.length] = item;
        count++;
        notifyAll();
    }

    synchronized long take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        long item = items[head];
        head = (head + 1) % items.length;
        count--;
        notifyAll();
        return item;
    }

    public static void main(String[] args) throws InterruptedException {
        int size = Work.size(args);
        Buffer buffer = new Buffer();
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 40; i++) {
                    buffer.put(Work.of(i, size / 4));
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        producer.start();
        long sum = 0;
        for (int i = 0; i < 40; i++) {
            sum += Work.of(buffer.take(), size / 4);
        }
        producer.join();
        System.out.println(sum);
    }
}
