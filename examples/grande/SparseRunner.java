package grande;

/** Multiplies a range of elements. */
final class SparseRunner implements Runnable {
    private final int[] row;
    private final int[] column;
    private final double[] value;
    private final double[] x;
    private final double[] y;
    private final int first;
    private final int end;
    private final int rounds;

    SparseRunner(
            int[] row, int[] column, double[] value, double[] x, double[] y, int first, int end, int rounds) {
        this.row = row;
        this.column = column;
        this.value = value;
        this.x = x;
        this.y = y;
        this.first = first;
        this.end = end;
        this.rounds = rounds;
    }

    @Override
    public void run() {
        for (int round = 0; round < rounds; round++) {
            for (int i = first; i < end; i++) {
                y[row[i]] += x[column[i]] * value[i];
            }
        }
    }
}
