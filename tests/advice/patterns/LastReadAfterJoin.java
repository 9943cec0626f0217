/** What the last iteration of a thread's loop wrote is read by the thread that waits for its end. */
public class LastReadAfterJoin {
    static int last;

    static void fill(int[] sums) {
        for (int i = 0; i < 2000; i++) { // advice: with-changes | not-known via last
            last = i % 7;
            sums[i] = last * i % 31;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] sums = new int[2000];
        Thread filler = new Thread(() -> fill(sums));
        filler.start();
        filler.join();
        System.out.println(last + sums[77]);
    }
}
