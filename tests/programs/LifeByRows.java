/** Conway's Game of Life on rows of bits, printed as text. */
public class LifeByRows {
    static int cell(int[] rows, int y, int x) {
        return rows[(y + rows.length) % rows.length] >>> (x & 15) & 1;
    }

    static int[] step(int[] rows) {
        int[] next = new int[rows.length];
        for (int y = 0; y < rows.length; y++) {
            for (int x = 0; x < 16; x++) {
                int n = 0;
                for (int d = 0; d < 9; d++) {
                    n += d == 4 ? 0 : cell(rows, y + d / 3 - 1, x + d % 3 - 1);
                }
                if (n == 3 || n == 2 && cell(rows, y, x) == 1) {
                    next[y] |= 1 << x;
                }
            }
        }
        return next;
    }

    public static void main(String[] args) {
        int[] rows = new int[8];
        rows[1] = 4;
        rows[2] = 8;
        rows[3] = 14;
        for (int i = 0; i < 2; i++) {
            rows = step(rows);
        }
        for (int row : rows) {
            StringBuilder line = new StringBuilder();
            for (int x = 0; x < 16; x++) {
                line.append((row >> x & 1) == 1 ? '#' : '.');
            }
            System.out.println(line.toString());
        }
    }
}
