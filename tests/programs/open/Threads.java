/** Threads with `synchronized`, `wait`/`notifyAll`, `volatile`, `join`, interrupts and a `ThreadLocal`. */
public class Threads {
    private int value;
    private boolean full;
    static volatile boolean stop;
    static final ThreadLocal<int[]> LOCAL = ThreadLocal.withInitial(() -> new int[1]);

    synchronized void put(int v) throws InterruptedException {
        while (full) {
            wait();
        }
        value = v;
        full = true;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (!full) {
            wait();
        }
        full = false;
        notifyAll();
        return value;
    }

    public static void main(String[] args) throws Exception {
        Threads box = new Threads();
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 50; i++) {
                    LOCAL.get()[0] += i;
                    box.put(i * i);
                }
                box.put(-LOCAL.get()[0]);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }, "producer");
        producer.start();
        long sum = 0;
        int v;
        while ((v = box.take()) >= 0) {
            sum = sum * 3 + v;
        }
        producer.join();
        Thread spinner = new Thread(() -> {
            while (!stop) {
                Thread.onSpinWait();
            }
        });
        spinner.start();
        stop = true;
        spinner.join();
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(100000);
            } catch (InterruptedException e) {
                System.out.println("woken");
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        System.out.println(sum + " " + v + " " + LOCAL.get()[0]);
    }
}
