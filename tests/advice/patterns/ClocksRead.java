/** Clocks and settings are read, and decide nothing that one iteration leaves to another. */
public class ClocksRead {
    static double work(double start) {
        double sum = start;
        for (int k = 0; k < 60; k++) {
            sum += sum * 1e-3 + k;
        }
        return sum;
    }

    static double unlessInterrupted(double start) {
        if (Thread.interrupted()) {
            throw new IllegalStateException("interrupted");
        }
        return work(start);
    }

    public static void main(String[] args) {
        double[] results = new double[200];
        long[] times = new long[200];
        for (int i = 0; i < 200; i++) { // advice: independent
            long begin = System.nanoTime();
            results[i] = work(i);
            times[i] = System.nanoTime() - begin;
        }
        for (int i = 0; i < 200; i++) { // advice: independent
            results[i] = unlessInterrupted(i);
        }
        long spent = 0;
        for (int i = 0; i < 200; i++) { // advice: reduction via spent
            long begin = System.currentTimeMillis();
            results[i] += work(i);
            spent += System.currentTimeMillis() - begin;
        }
        for (int i = 0; i < 200; i++) { // advice: independent
            results[i] = work(i) + (System.getProperty("twice") == null ? 0 : 1) + System.lineSeparator().length();
        }
        System.out.println(results[199] > 0 && times[199] + spent >= 0);
    }
}
