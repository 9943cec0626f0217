/** Four threads share the work already: neither they nor their loops are candidates. */
public class ThreadsAlreadyRun extends Thread {
    final int from;
    long sum;

    ThreadsAlreadyRun(int from) {
        this.from = from;
    }

    @Override
    public void run() {
        for (int i = from; i < from + 50; i++) { // advice: none
            sum += work(i);
        }
    }

    static int work(int seed) {
        int hash = seed; // advice of calls: none
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    public static void main(String[] args) throws InterruptedException {
        ThreadsAlreadyRun[] all = new ThreadsAlreadyRun[4];
        for (int i = 0; i < all.length; i++) {
            all[i] = new ThreadsAlreadyRun(i * 50);
            all[i].start();
        }
        long sum = 0;
        for (ThreadsAlreadyRun one : all) {
            one.join();
            sum += one.sum;
        }
        System.out.println(sum);
    }
}
