import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads whose work does not depend on the scheduler: joined, interrupted, in pools of one, with uncaught exceptions. */
public class NamedThreads {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static int sleepy() {
        try {
            Thread.currentThread().interrupt();
            Thread.sleep(1000);
            return 1;
        } catch (InterruptedException e) {
            return fib(8);
        }
    }

    static class Failing extends Thread {
        Failing(String name) {
            super(name);
        }

        @Override
        public void run() {
            setUncaughtExceptionHandler((thread, thrown) -> System.out.println(thread.getName() + " " + fib(5)));
            throw new IllegalArgumentException("for the handler");
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 4; i++) {
            int n = i;
            Thread thread = new Thread(() -> System.out.println(n + " " + fib(6 + n)), "worker-" + i);
            thread.start();
            thread.join();
        }
        Thread failing = new Failing("failing");
        failing.start();
        failing.join();
        ExecutorService one = Executors.newSingleThreadExecutor(task -> new Thread(task, "one"));
        Future<Integer> sleepy = one.submit(NamedThreads::sleepy);
        System.out.println(sleepy.get());
        CompletableFuture<Integer> chain = CompletableFuture.supplyAsync(() -> fib(7), one);
        System.out.println(chain.get());
        System.out.println(CompletableFuture.supplyAsync(() -> fib(3) / (args.length), one).handleAsync((x, e) -> 4, one).get());
        one.shutdown();
    }
}
