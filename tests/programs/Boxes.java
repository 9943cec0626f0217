/** Boxed numbers: made, taken apart, in arrays, compared, null unboxed. */
public class Boxes {
    static Integer add(Integer a, Integer b) {
        return a + b;
    }

    static String unbox(Integer i) {
        try {
            int v = i;
            return "" + v;
        } catch (NullPointerException e) {
            return "null";
        }
    }

    public static void main(String[] args) {
        Integer sum = 0;
        Long product = 1L;
        Integer[] all = new Integer[10];
        for (int i = 0; i < all.length; i++) {
            all[i] = i * 50;
            sum += all[i];
            sum++;
            product *= i + 1L;
        }
        Integer copy = sum;
        boolean same = copy == sum;
        sum = add(sum, all[9]);
        all[3] = null;
        System.out.println(sum + " " + product + " " + same + " " + (int) copy + " " + unbox(all[3]) + unbox(all[4]));
        Object o = 5L;
        System.out.println(o instanceof Long n ? n + 1 : 0);
    }
}
