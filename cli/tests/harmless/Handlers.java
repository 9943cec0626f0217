// Uncaught exceptions, their handlers, shutdown hooks and the exit status.

import java.util.concurrent.CountDownLatch;

public class Handlers {
    static int[] cells = new int[3];

    static void fail(int i) {
        cells[i]++;
        throw new IllegalStateException("thrown at " + cells[i]);
    }

    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> System.out.println("default: " + thread.getName() + " " + e));
        Thread own = new Thread(() -> fail(1), "own");
        own.setUncaughtExceptionHandler((thread, e) -> {
            System.out.println("own: " + e.getStackTrace()[0]);
            throw new RuntimeException("ignored");
        });
        own.start();
        own.join();
        Thread other = new Thread(new ThreadGroup("group") {
            @Override
            public void uncaughtException(Thread thread, Throwable e) {
                System.out.println(getName() + ": " + e.getMessage());
                super.uncaughtException(thread, e);
            }
        }, () -> fail(2), "other");
        other.start();
        other.join();
        CountDownLatch first = new CountDownLatch(1);
        Thread hook = new Thread(() -> {
            System.out.println("hook " + cells[2] + " " + Thread.currentThread().getName());
            first.countDown();
        }, "hook");
        Runtime.getRuntime().addShutdownHook(hook);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                first.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            fail(0);
        }, "second hook"));
        System.exit(cells[1] + 40);
    }
}
