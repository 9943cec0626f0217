/** All branches of the search place queens on one board: each task needs a board of its own. */
public class QueensSharedBoard {
    static final int[] BOARD = new int[6];
    static int solutions;

    static boolean isFree(int row, int column) {
        for (int r = 0; r < row; r++) { // advice: search
            int apart = Math.abs(BOARD[r] - column);
            if (apart == 0 || apart == row - r) {
                return false;
            }
        }
        return true;
    }

    static void place(int row) {
        if (row == 6) {
            solutions++;
            return;
        }
        for (int column = 0; column < 6; column++) { // advice: private-copies | reduction | with-changes
            if (isFree(row, column)) {
                BOARD[row] = column;
                place(row + 1);
            }
        }
    }

    public static void main(String[] args) {
        place(0);
        System.out.println(solutions);
    }
}
