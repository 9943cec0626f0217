import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** A timer does what comes behind half of the work: never two at once. */
public class Alarm {
    public static void main(String[] args) throws InterruptedException {
        int size = Work.size(args);
        long[] sum = new long[1];
        CountDownLatch done = new CountDownLatch(1);
        Timer timer = new Timer();
        long before = Work.of(0, 8 * size);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                sum[0] = Work.of(1, 8 * size);
                done.countDown();
            }
        }, 1);
        done.await();
        timer.cancel();
        System.out.println(before + sum[0]);
    }
}
