/** The first value is the least one, so no iteration finds a lesser one in this run; with other values iterations would wait. */
public class LeastIsFirst {
    public static void main(String[] args) {
        int[] values = new int[3000];
        for (int i = 0; i < 3000; i++) { // advice: independent
            values[i] = 7 + i * 7919 % 100003;
        }
        int previous = 0;
        for (int i = 1; i < 3000; i++) { // advice: serial via previous, remedy none-in-other-runs
            if (values[i] + i % 3 < values[previous] + 1) {
                previous = i - 1;
            }
        }
        // Each iteration has its own variable.
        long sum = 0;
        for (int i = 1; i < 3000; i++) { // advice: reduction
            int own = values[i];
            if (own < 7) {
                own = 7;
            }
            sum += own;
        }
        System.out.println(previous + " " + sum);
    }
}
