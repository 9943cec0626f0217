/** Arrays of arrays: rectangular, ragged, partly allocated, shared rows, swapped rows. */
public class MultiArrays {
    public static void main(String[] args) {
        int[][] grid = new int[4][5];
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 5; x++) {
                grid[y][x] = x * y + 1;
            }
        }
        int[] row = grid[1];
        grid[1] = grid[2];
        grid[2] = row;
        grid[3] = row;
        grid[3][0] += 100;
        int sum = 0;
        for (int[] r : grid) {
            for (int v : r) {
                sum = sum * 3 + v;
            }
        }
        long[][][] cube = new long[3][2][];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 2; j++) {
                cube[i][j] = new long[i + j];
                for (int k = 0; k < i + j; k++) {
                    cube[i][j][k] = i * 100 + j * 10 + k;
                }
            }
        }
        long total = 0;
        for (long[][] a : cube) {
            for (long[] b : a) {
                total += b.length == 0 ? 1000 : b[b.length - 1];
            }
        }
        String[][] names = {{"a", "b"}, {}, {"c"}};
        System.out.println(sum + " " + total + " " + names[0][1] + names[1].length + names[2][0]);
    }
}
