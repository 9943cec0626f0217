/** Calls leave results for another thread: who waits for them is not seen by their own thread. */
public class ResultsReadByThread {
    static final int[] RESULTS = new int[40];

    static void compute(int i) {
        int hash = i; // advice of calls: future | not-known | serial
        for (int j = 0; j < 300; j++) {
            hash = (hash * 31 + j) % 10007;
        }
        RESULTS[i] = hash;
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 40; i++) { // advice: independent
            compute(i);
        }
        Thread reader = new Thread(() -> {
            long sum = 0;
            for (int result : RESULTS) {
                sum += result;
            }
            System.out.println(sum);
        });
        reader.start();
        reader.join();
    }
}
