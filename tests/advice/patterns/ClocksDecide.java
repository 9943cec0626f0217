/** Whether there is another iteration is up to the clock, or to what an iteration has told its thread. */
public class ClocksDecide {
    static int work(int start) {
        int x = start;
        for (int k = 0; k < 60; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] results = new int[400];
        long end = System.nanoTime() + 60_000_000_000L;
        for (int i = 0; i < 300; i++) { // advice: search
            if (System.nanoTime() > end) {
                break;
            }
            results[i] = work(i);
        }
        int count = 0;
        while (count < 300 && System.currentTimeMillis() < Long.MAX_VALUE) { // advice: search
            results[count] = work(count);
            count++;
        }
        java.time.Instant late = java.time.Instant.now().plusSeconds(60);
        int done = 0;
        while (done < 300 && java.time.Instant.now().isBefore(late)) { // advice: search
            results[done] = work(done);
            done++;
        }
        for (int i = 0; i < 300; i++) { // advice: not-known | serial
            results[i] = work(i) + (Thread.interrupted() ? 1 : 0);
            if (results[i] % 5 == 0) {
                Thread.currentThread().interrupt();
            }
        }
        System.out.println(results[299] + count + done > 0);
    }
}
