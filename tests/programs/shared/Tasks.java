/** Parts of one work that all kinds of threads do: one each, many, none, and the main thread, too. */
public class Tasks {
    static final int[] data = new int[400];
    static int parts;

    /** A part of the work: a task. */
    static void part(int number) {
        int sum = 0;
        for (int i = number * 10; i < number * 10 + 10; i++) {
            sum += data[i];
            data[i] = sum;
        }
        synchronized (Tasks.class) {
            parts++;
        }
    }

    /** A thread that begins with a task. */
    static final class Once implements Runnable {
        final int number;

        Once(int number) {
            this.number = number;
        }

        @Override
        public void run() {
            part(number);
        }
    }

    /** A thread that has several tasks, one after the other. */
    static final class Often implements Runnable {
        final int first;

        Often(int first) {
            this.first = first;
        }

        @Override
        public void run() {
            for (int number = first; number < first + 5; number++) {
                part(number);
            }
        }
    }

    /** A thread that has no task, and shares nothing. */
    static final class Idle implements Runnable {
        @Override
        public void run() {
            int[] own = new int[20];
            for (int i = 0; i < own.length; i++) {
                own[i] = i * i;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {
            new Thread(new Once(0), "once"),
            new Thread(new Often(10), "often"),
            new Thread(new Often(20), "more often"),
            new Thread(new Idle(), "idle"),
        };
        for (Thread thread : threads) {
            thread.start();
        }
        part(30);
        part(31);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(parts);
    }
}
