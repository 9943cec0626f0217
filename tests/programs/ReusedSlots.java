/** Local slots that hold different types one after another, and parameters that are overwritten. */
public class ReusedSlots {
    static int overwritten(int a, long b, int[] c) {
        a = a * 2 + c.length;
        b += a;
        c = new int[a];
        c[a - 1] = (int) b;
        a = c[a - 1] + 1;
        return a;
    }

    static long slots(int n) {
        long total = 0;
        {
            int i = n;
            total += i;
        }
        {
            int[] a = new int[n];
            a[0] = n;
            total += a[0];
        }
        {
            long l = total * n;
            double d = l / 2.0;
            total += (long) d;
        }
        {
            String s = "abc";
            float f = s.length();
            total += (int) f;
        }
        for (int i = 0; i < 2; i++) {
            long square = i * total;
            total += square;
        }
        for (long l = 3; l > 0; l--) {
            int[] again = {(int) l};
            total += again[0];
        }
        return total;
    }

    public static void main(String[] args) {
        System.out.println(overwritten(3, 1L << 33, new int[2]) + " " + slots(5) + " " + slots(1));
    }
}
