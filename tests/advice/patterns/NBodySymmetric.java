/** Each pair is computed once and added to both bodies: the elements are sums. */
public class NBodySymmetric {
    public static void main(String[] args) {
        int n = 60;
        double[] x = new double[n];
        double[] force = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = i * i % 17 + i * 0.125;
        }
        for (int i = 0; i < n; i++) { // advice: reduction
            for (int j = i + 1; j < n; j++) { // advice: reduction
                double d = x[j] - x[i];
                double f = d / (d * d + 1);
                force[i] += f;
                force[j] -= f;
            }
        }
        System.out.println(Math.round(force[3] * 1000));
    }
}
