/** The sequential version of Columns and Shared: sums of a matrix by rows, as it lies in memory. */
public final class Rows {
    static final int SIZE = 3_000;
    static final int ROUNDS = 40;
    private static final double[] MATRIX = filled();

    private Rows() {
    }

    public static void main(String[] args) {
        Work.sink = work(MATRIX, 0, SIZE);
        System.out.println("done");
    }

    static double[] filled() {
        double[] matrix = new double[SIZE * SIZE];
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = i % 17;
        }
        return matrix;
    }

    static double work(double[] matrix, int from, int to) {
        double sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (int row = from; row < to; row++) {
                for (int column = 0; column < SIZE; column++) {
                    sum += matrix[row * SIZE + column];
                }
            }
        }
        return sum;
    }
}
