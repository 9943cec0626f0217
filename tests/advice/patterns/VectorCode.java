/** Rows are added element by element: a compiler makes vector code of that, so it is done before a task has begun. */
public class VectorCode {
    public static void main(String[] args) {
        double[] row = new double[200];
        double[][] rows = new double[60][200];
        for (int round = 0; round < 20; round++) { // advice: serial
            for (int i = 0; i < rows.length; i++) { // advice: independent, gains 0 to 1.01
                add(rows[i], row);
            }
            row[round] = rows[round][round] + 1;
        }
        System.out.println(rows[59][3]);
    }

    private static void add(double[] sum, double[] addend) {
        for (int j = 0; j < sum.length; j++) { // advice: independent, gains 0 to 1.01
            sum[j] += addend[j] * 0.5;
        }
    }
}
