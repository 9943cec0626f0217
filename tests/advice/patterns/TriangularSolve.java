/** Each unknown needs all those before it, the nearest one last; the products are summed. */
public class TriangularSolve {
    public static void main(String[] args) {
        int n = 70;
        double[] x = new double[n];
        for (int i = 0; i < n; i++) { // advice: serial | overlapping
            double rest = i % 7;
            for (int j = 0; j < i; j++) { // advice: reduction via rest
                rest -= x[j] * ((i * 3 + j) % 5) * 0.125;
            }
            x[i] = rest / (i + 1);
        }
        System.out.println(Math.round(x[5] * 1000));
    }
}
