/** Loops whose iterations wait for each other through elements of arrays, and what holds these. */
class Arrays {
    private static final int SIZE = 400;
    private final int[] cells = new int[SIZE];

    public static void main(String[] args) {
        Arrays arrays = new Arrays();
        int sum = local(new int[SIZE]) + arrays.field() + rows(new int[2][SIZE]) + several(new int[SIZE], new int[SIZE]);
        System.out.println(sum + chosen(new int[SIZE], new int[SIZE]) + arrays.returned() + handed(new int[SIZE]));
    }

    static int local(int[] u1) {
        u1[0] = 7;
        for (int i = 1; i < SIZE; i++) {
            u1[i] = u1[i - 1] * 31 + i;
        }
        return u1[SIZE - 1];
    }

    int field() {
        cells[0] = 7;
        for (int i = 1; i < SIZE; i++) {
            cells[i] = cells[i - 1] * 31 + i;
        }
        return cells[SIZE - 1];
    }

    static int rows(int[][] grid) {
        grid[1][0] = 7;
        for (int i = 1; i < SIZE; i++) {
            grid[1][i] = grid[1][i - 1] * 31 + i;
        }
        return grid[1][SIZE - 1];
    }

    /** Two arrays of one type are one blocker. */
    static int several(int[] left, int[] right) {
        for (int i = 1; i < SIZE; i++) {
            left[i] = left[i - 1] * 31 + i;
            right[i] = right[i - 1] * 17 + i;
        }
        return left[SIZE - 1] + right[SIZE - 1];
    }

    /** Nobody knows which one it was. */
    static int chosen(int[] left, int[] right) {
        for (int i = 1; i < SIZE; i++) {
            (i > 1 ? left : right)[i] = (i > 1 ? left : right)[i - 1] * 31 + i;
        }
        return left[SIZE - 1];
    }

    int returned() {
        for (int i = 1; i < SIZE; i++) {
            cells()[i] = cells()[i - 1] * 31 + i;
        }
        return cells[SIZE - 1];
    }

    int[] cells() {
        return cells;
    }

    /** One end has a name, the other one has none. */
    static int handed(int[] whole) {
        for (int i = 1; i < SIZE; i++) {
            same(whole)[i] = whole[i - 1] * 31 + i;
        }
        return whole[SIZE - 1];
    }

    static int[] same(int[] array) {
        return array;
    }
}
