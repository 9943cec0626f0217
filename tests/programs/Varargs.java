/** Methods with a variable number of arguments, of primitives and objects, called with arrays and nothing. */
public class Varargs {
    static int sum(int... v) {
        int s = 0;
        for (int x : v) {
            s += x;
        }
        return s * 10 + v.length;
    }

    static String join(String by, Object... parts) {
        String s = "";
        for (int i = 0; i < parts.length; i++) {
            Object p = parts[i];
            s += (i > 0 ? by : "") + (p instanceof Integer n ? n + 1 : p instanceof int[] a ? sum(a) : -1);
        }
        return s;
    }

    static long mixed(long first, int[]... rest) {
        for (int[] r : rest) {
            first = first * 2 + sum(r);
        }
        return first;
    }

    public static void main(String[] args) {
        System.out.println(sum() + " " + sum(4) + " " + sum(1, 2, 3) + " " + sum(new int[] {5, 6}));
        System.out.println(join("-", 1, new int[] {2, 2}, null, 4) + join(";") + join("+", new Object[2]));
        System.out.println(mixed(5) + " " + mixed(1, new int[] {1}, new int[0], new int[] {3, 4}));
    }
}
