/** Two threads run the same method, but one of them does nearly all of its work: what runs in it is a candidate. */
public class HardlyInSecondThread implements Runnable {
    final int[] results;

    HardlyInSecondThread(int length) {
        results = new int[length];
    }

    static int work(int seed) {
        int hash = seed;
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    @Override
    public void run() {
        for (int i = 0; i < results.length; i++) { // advice: independent, gains 3 to 4, first
            results[i] = work(i);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        HardlyInSecondThread much = new HardlyInSecondThread(198);
        HardlyInSecondThread little = new HardlyInSecondThread(2);
        Thread first = new Thread(much);
        Thread second = new Thread(little);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(much.results[99] + little.results[1]);
    }
}
