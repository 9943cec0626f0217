/** The force on each body is a sum over all others: bodies are independent, rounds are not. */
public class NBodyForces {
    public static void main(String[] args) {
        int n = 24;
        double[] x = new double[n];
        double[] v = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = i * i % 17 + i * 0.125;
        }
        for (int round = 0; round < 10; round++) { // advice: serial
            for (int i = 0; i < n; i++) { // advice: independent
                double force = 0;
                for (int j = 0; j < n; j++) { // advice: reduction via force
                    double d = x[j] - x[i];
                    force += d / (d * d + 1);
                }
                v[i] += force * 0.01;
            }
            for (int i = 0; i < n; i++) { // advice: independent
                x[i] += v[i];
            }
        }
        System.out.println(Math.round(x[3] * 100));
    }
}
