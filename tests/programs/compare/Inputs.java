/** A loop whose iterations depend on each other or not, as the input says: each reads the cell so many places before. */
public final class Inputs {
    static int work(int x) {
        int y = x;
        for (int k = 0; k < 12; k++) {
            y = y * 31 + k;
        }
        return y >>> 1;
    }

    static void fill(int[] cells, int distance) {
        for (int i = 0; i < cells.length; i++) { // the loop
            cells[i] = work(cells[Math.abs(i - distance)]);
        }
    }

    public static void main(String[] args) {
        fill(new int[300], Integer.parseInt(args[0]));
    }
}
