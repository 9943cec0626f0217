/** Four threads that do everything under one monitor: never two at once. */
public class OneLock {
    private static final Object LOCK = new Object();
    private static long sum;

    public static void main(String[] args) throws InterruptedException {
        int size = Work.size(args);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 10; k++) {
                    synchronized (LOCK) {
                        sum += Work.of(number + k, size / 2);
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
