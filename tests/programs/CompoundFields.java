/** Compound assignments and increments of fields: `dup`, `dup_x1`, `dup2_x1` shapes of every size. */
public class CompoundFields {
    int i = 3;
    long l = 5;
    double d = 1.5;
    byte b = 120;
    String s = "s";
    static int si = 7;
    static long sl = 11;
    CompoundFields other;

    CompoundFields self() {
        si += 100;
        return this;
    }

    public static void main(String[] args) {
        CompoundFields c = new CompoundFields();
        c.other = new CompoundFields();
        int r = c.i++ + ++c.i;
        long q = c.l-- * --c.l;
        r += c.i += 4;
        q += c.l <<= 3;
        c.d *= c.d += 2;
        c.b += 10;
        c.b++;
        c.s += c.i + c.s;
        si += si++ + ++si;
        sl = sl++ + (sl -= 3);
        c.self().i *= 2;
        c.self().other.l += c.other.self().l++ + c.i;
        int a = c.i = c.other.i = si = 9;
        long m = c.l = sl = 1L << 33;
        double e = c.other.d = c.d++;
        System.out.println(r + " " + q + " " + c.d + " " + c.b + " " + c.s + " " + si + " " + sl);
        System.out.println(c.i + " " + c.l + " " + c.other.i + " " + c.other.l + " " + a + " " + m + " " + e);
    }
}
