/** One thread does all the work: that it is not the main thread does not make it parallel. */
public class OneThreadBeside {
    static int work(int seed) {
        int hash = seed;
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    static void fill(int[] results) {
        for (int i = 0; i < results.length; i++) { // advice: independent
            results[i] = work(i);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] results = new int[100];
        Thread thread = new Thread(() -> fill(results));
        thread.start();
        thread.join();
        System.out.println(results[0] + results[99]);
    }
}
