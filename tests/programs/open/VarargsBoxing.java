import java.util.Arrays;
import java.util.List;

/** Varargs with boxing into library methods, `String.format`, overload choice, `Optional`. */
public class VarargsBoxing {
    static String which(Object o) {
        return "object";
    }

    static String which(long l) {
        return "long";
    }

    static String which(Integer i) {
        return "Integer";
    }

    static String which(int... i) {
        return "ints" + i.length;
    }

    @SafeVarargs
    static <T extends Comparable<T>> T largest(T first, T... rest) {
        T best = first;
        for (T t : rest) {
            if (t.compareTo(best) > 0) best = t;
        }
        return best;
    }

    public static void main(String[] args) {
        short s = 3;
        System.out.println(which(s) + which(3) + which('c') + which(3.0) + which() + which(1, 2) + which((Integer) 5));
        System.out.println(largest(3, 9, 4) + largest("b", "a", "c") + largest(2.5));
        System.out.println(String.format("%d|%5.2f|%s|%c|%b|%x", 5L, 2.345f, List.of(1, 2), 'z', true, (byte) -1));
        System.out.println(Arrays.asList(1, 'x', 2L, null, 1.5f) + " " + Arrays.hashCode(new Object[] {1, "a", 2.0}));
        long total = 0;
        for (Number n : new Number[] {1, 2L, 3.7, 4.2f, (short) 5, (byte) 6}) {
            total += n.longValue();
        }
        System.out.println(total);
    }
}
