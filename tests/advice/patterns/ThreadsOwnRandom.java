import java.util.concurrent.ThreadLocalRandom;

/** Each thread has a generator of its own, which tasks ask for; another one is handed to all of them. */
public class ThreadsOwnRandom {
    static int work(int start) {
        int x = start;
        for (int k = 0; k < 40; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] results = new int[300];
        for (int i = 0; i < 300; i++) { // advice: independent
            results[i] = work(ThreadLocalRandom.current().nextInt(100));
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int i = 0; i < 300; i++) { // advice: with-changes
            results[i] += work(random.nextInt(100));
        }
        System.out.println(results[299] > 0);
    }
}
