/** `System.arraycopy`: overlapping in both directions, of objects, of nothing, and refused. */
public class ArrayCopies {
    static String tryCopy(Object from, int at, Object to, int where, int n) {
        try {
            System.arraycopy(from, at, to, where, n);
            return "copied";
        } catch (ArrayIndexOutOfBoundsException e) {
            return "bounds";
        } catch (ArrayStoreException e) {
            return "store";
        } catch (NullPointerException e) {
            return "null";
        }
    }

    public static void main(String[] args) {
        int[] a = new int[12];
        for (int i = 0; i < a.length; i++) {
            a[i] = i * i;
        }
        System.arraycopy(a, 0, a, 3, 8);
        System.arraycopy(a, 5, a, 2, 6);
        System.arraycopy(a, 4, a, 4, 3);
        long sum = 0;
        for (int v : a) {
            sum = sum * 11 + v;
        }
        String[] s = {"p", "q", "r"};
        Object[] o = new Object[5];
        System.arraycopy(s, 0, o, 1, 3);
        System.out.println(sum + " " + (o[0] == null) + (String) o[1] + (String) o[3] + (o[4] == null));
        System.out.println(tryCopy(a, 10, a, 0, 3) + tryCopy(a, 0, a, -1, 1) + tryCopy(a, 12, a, 12, 0));
        System.out.println(tryCopy(a, 0, new long[3], 0, 1) + tryCopy("no", 0, a, 0, 1) + tryCopy(null, 0, a, 0, 1));
    }
}
