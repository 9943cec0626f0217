/** Four threads whose work is as 1 : 2 : 3 : 4: at most 2.5 times as fast. */
public class Imbalanced {
    public static void main(String[] args) throws InterruptedException {
        int size = Work.size(args);
        long[] results = new long[4];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int number = i;
            threads[i] = new Thread(() -> results[number] = Work.of(number, 2 * (number + 1) * size));
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
