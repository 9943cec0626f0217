/** Four threads with equal work and nothing in common: one core each. */
public class FourThreads {
    public static void main(String[] args) throws InterruptedException {
        int size = Work.size(args);
        long[] results = new long[4];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int number = i;
            threads[i] = new Thread(() -> results[number] = Work.of(number, 4 * size));
            threads[i].start();
        }
        long sum = 0;
        for (int i = 0; i < 4; i++) {
            threads[i].join();
            sum += results[i];
        }
        System.out.println(sum);
    }
}
