/** Each element is computed from the one before it in its row, which is no vector code: rows are worth tasks. */
public class VectorCodeNot {
    public static void main(String[] args) {
        double[] row = new double[200];
        double[][] rows = new double[100][200];
        for (int round = 0; round < 20; round++) { // advice: serial
            for (int i = 0; i < rows.length; i++) { // advice: independent, gains 2.5 to 4
                add(rows[i], row);
            }
            row[round] = rows[round][round] + 1;
        }
        System.out.println(rows[99][3]);
    }

    private static void add(double[] sum, double[] addend) {
        for (int j = 1; j < sum.length; j++) { // advice: serial
            sum[j] += sum[j - 1] * 0.5 + addend[j];
        }
    }
}
