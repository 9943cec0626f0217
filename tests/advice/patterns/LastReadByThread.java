/** What the last iteration wrote is read by another thread, which starts after the loop. */
public class LastReadByThread {
    static int last;
    static final int[] BUFFER = new int[8];

    public static void main(String[] args) throws InterruptedException {
        int[] sums = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: with-changes | not-known via last
            last = i % 7;
            for (int k = 0; k < 8; k++) {
                BUFFER[k] = i * k % 13;
            }
            sums[i] = last * BUFFER[3];
        }
        Thread reader = new Thread(() -> System.out.println(last + BUFFER[5]));
        reader.start();
        reader.join();
        System.out.println(sums[77]);
    }
}
