/** String concatenation of every primitive type, null, long recipes, and constants with odd characters. */
public class ConcatKinds {
    static String all(boolean z, byte b, char c, short s, int i, long l, float f, double d, String t) {
        return z + "," + b + "," + c + "," + s + "," + i + "," + l + "," + f + "," + d + "," + t;
    }

    public static void main(String[] args) {
        System.out.println(all(true, (byte) -1, 'q', (short) 9, 1 << 30, 1L << 60, 0.25f, -1e-5, null));
        String s = "";
        for (int i = 0; i < 20; i++) {
            s = i % 2 == 0 ? s + i : i + s;
        }
        System.out.println(s + s.length());
        System.out.println('a' + 1 + "b" + 1 + 2 + 'c' + (char) 100);
        String n = null;
        n += n;
        n += 'x';
        System.out.println(n + "\t|");
    }
}
