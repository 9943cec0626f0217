/** Sweeps follow each other until nothing changes any more; within a sweep the cells are independent. */
public class JacobiConvergence {
    public static void main(String[] args) {
        int n = 30;
        double[] now = new double[n];
        double[] then = new double[n];
        now[0] = then[0] = 1;
        double change = 1;
        while (change > 1e-4) { // advice: serial | search
            change = 0;
            for (int i = 1; i < n - 1; i++) { // advice: reduction via change
                then[i] = (now[i - 1] + now[i + 1]) / 2;
                change = Math.max(change, Math.abs(then[i] - now[i]));
            }
            double[] swap = now;
            now = then;
            then = swap;
        }
        System.out.println(Math.round(now[5] * 100));
    }
}
