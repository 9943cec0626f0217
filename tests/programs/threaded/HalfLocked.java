/** Two threads with half of their work under one monitor: one works there while the other one does its own. */
public class HalfLocked {
    private static final Object LOCK = new Object();
    private static long sum;

    public static void main(String[] args) throws InterruptedException {
        int size = Work.size(args);
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 20; k++) {
                    long own = Work.of(number + k, size / 8);
                    synchronized (LOCK) {
                        sum += Work.of(own, size / 8);
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sum);
    }
}
