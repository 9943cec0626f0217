/** Backtracking with a loop that recurses, and state undone on the way back. */
public class Queens {
    final int n;
    final int[] column;
    final boolean[] used;
    int solutions;
    int first = -1;

    Queens(int n) {
        this.n = n;
        column = new int[n];
        used = new boolean[n];
    }

    boolean free(int row, int c) {
        if (used[c]) {
            return false;
        }
        for (int r = 0; r < row; r++) {
            if (row - r == c - column[r] || row - r == column[r] - c) {
                return false;
            }
        }
        return true;
    }

    void place(int row) {
        if (row == n) {
            if (solutions++ == 0) {
                first = column[0] * 10 + column[1];
            }
            return;
        }
        for (int c = 0; c < n; c++) {
            if (!free(row, c)) {
                continue;
            }
            column[row] = c;
            used[c] = true;
            place(row + 1);
            used[c] = false;
        }
    }

    public static void main(String[] args) {
        Queens q = new Queens(5);
        q.place(0);
        System.out.println(q.solutions + " " + q.first);
    }
}
