/** Two buffers change roles in each step, which reads one and writes the other. */
public class BuffersSwapped {
    public static void main(String[] args) {
        double[] now = new double[200];
        double[] next = new double[200];
        now[100] = 1000;
        for (int step = 0; step < 30; step++) { // advice: serial
            for (int i = 1; i < 199; i++) { // advice: independent
                next[i] = (now[i - 1] + now[i] + now[i + 1]) / 3;
            }
            double[] swapped = now;
            now = next;
            next = swapped;
        }
        System.out.println(now[100] + now[90]);
    }
}
