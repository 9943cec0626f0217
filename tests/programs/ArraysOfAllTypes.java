/** Arrays of every element type: written, read, compared with their default values. */
public class ArraysOfAllTypes {
    public static void main(String[] args) {
        boolean[] z = new boolean[4];
        byte[] b = {1, -2, (byte) 130, 0};
        char[] c = {'a', 'b', '\u1234', 0};
        short[] s = {-1, (short) 40000, 3, 4};
        int[] n = new int[4];
        long[] l = {1L << 40, -1, 0, 5};
        float[] f = {0.5f, 1e10f, 0, -1};
        double[] d = new double[4];
        String[] t = {"x", null, "yy", "z"};
        Object[] o = new Object[4];
        for (int i = 0; i < 4; i++) {
            z[i] = (i & 1) == 1 ^ z[(i + 1) % 4];
            n[i] = b[i] + c[i] + s[i];
            d[i] = l[i] * f[i];
            o[i] = i == 2 ? t : i == 3 ? (Object) n : t[i];
            b[i] += 5;
            c[i]++;
            s[i] >>= 1;
        }
        int sum = 0;
        double dsum = 0;
        for (int i = 3; i >= 0; i--) {
            sum = sum * 7 + n[i] + b[i] + c[i] + s[i] + (z[i] ? 1 : 0) + (o[i] == null ? 1 : 0);
            dsum = dsum / 2 + d[i] + f[i] + l[i];
        }
        System.out.println(sum + " " + dsum + " " + ((String[]) o[2])[2] + ((int[]) o[3]).length);
    }
}
