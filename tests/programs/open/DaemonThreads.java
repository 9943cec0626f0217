import java.util.concurrent.CountDownLatch;

/** The program ends while daemon threads still run traced code. */
public class DaemonThreads {
    static volatile long spins;

    public static void main(String[] args) throws Exception {
        CountDownLatch started = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            Thread t = new Thread(() -> {
                started.countDown();
                long x = 1;
                while (true) {
                    x = x * 31 + 7;
                    spins = x;
                }
            });
            t.setDaemon(true);
            t.start();
        }
        started.await();
        long sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += i;
        }
        System.out.println(sum + " " + (spins != 1));
    }
}
