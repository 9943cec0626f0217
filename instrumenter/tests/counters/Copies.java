// Elements that are copied at once, objects that are cloned, arrays of arrays.
// estimate rd = 4 wr = 1
// drd [1,0] = 2
// drd [1,1] = 15 array byte[] length 10 index 0..9
// dwr [1,1] = 4 array byte[] length 10 index 0..9
// drd [1,2] = 2 array double[] length 2 index 0..1
// drd [1,3] = 2 array double[] length 2 index 0..1
public class Copies {
    static class Cell implements Cloneable {
        int value = 1;

        Cell copy() {
            try {
                return (Cell) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static byte[] bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    static double[][] rows = {{1, 2}, {3, 4}};
    static Cell cell = new Cell();

    public static void main(String[] args) {
        task();
    }

    static void task() {
        byte[] own = bytes.clone();
        System.arraycopy(bytes, 1, own, 0, 5);
        System.arraycopy(own, 0, bytes, 6, 4);
        double sum = 0;
        for (double[] row : rows) {
            for (double element : row) {
                sum += element;
            }
        }
        double[][] mine = new double[2][2];
        for (double[] row : mine) {
            row[0] = sum + row[1];
        }
        // The copy is the task's own; reading the original is what counts.
        Cell copy = cell.copy();
        copy.value = cell.value + copy.value + cell.value;
    }
}
