/** `clone` of arrays: flat, of arrays (rows are shared), empty. */
public class ArrayClones {
    public static void main(String[] args) {
        int[] a = {3, 1, 4, 1, 5};
        int[] b = a.clone();
        b[0] = 30;
        a[1] = 10;
        long[] l = {1L << 40, 2};
        long[] m = l.clone();
        m[0]++;
        int[][] rows = {a, b};
        int[][] shared = rows.clone();
        shared[0][2] = 99;
        shared[1] = shared[1].clone();
        shared[1][3] = 77;
        String[] s = {"u", "v"};
        String[] t = s.clone();
        t[0] = t[1] + s[0];
        double[] none = new double[0].clone();
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            sum = sum * 13 + rows[0][i] + rows[1][i] * 2 + shared[1][i] * 3;
        }
        System.out.println(sum + " " + l[0] + " " + m[0] + " " + t[0] + s[0] + none.length);
    }
}
