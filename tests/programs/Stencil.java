/** A stencil with two arrays (parallel) and one in place (a wave front). */
public class Stencil {
    static long checksum(int[][] g) {
        long c = 0;
        for (int[] r : g) {
            for (int v : r) {
                c = c * 31 + v;
            }
        }
        return c;
    }

    public static void main(String[] args) {
        int n = 12;
        int[][] a = new int[n][n];
        int[][] b = new int[n][n];
        a[5][6] = 1 << 20;
        for (int step = 0; step < 4; step++) {
            for (int y = 1; y < n - 1; y++) {
                for (int x = 1; x < n - 1; x++) {
                    b[y][x] = (a[y - 1][x] + a[y + 1][x] + a[y][x - 1] + a[y][x + 1]) / 4;
                }
            }
            int[][] t = a;
            a = b;
            b = t;
        }
        System.out.println(checksum(a));
        for (int y = 1; y < n - 1; y++) {
            for (int x = 1; x < n - 1; x++) {
                a[y][x] = (a[y - 1][x] + a[y][x - 1] + a[y][x]) / 2 + x;
            }
        }
        System.out.println(checksum(a));
    }
}
