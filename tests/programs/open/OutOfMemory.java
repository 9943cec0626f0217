import java.util.ArrayList;
import java.util.List;

/** Memory that runs out, caught; sizes that cannot be. */
public class OutOfMemory {
    static String allocate(int n) {
        try {
            long[] a = new long[n];
            a[n - 1] = 1;
            return "got " + a.length;
        } catch (OutOfMemoryError e) {
            return "out of memory";
        } catch (NegativeArraySizeException e) {
            return "negative " + e.getMessage();
        } catch (ArrayIndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    public static void main(String[] args) {
        System.out.println(allocate(10));
        System.out.println(allocate(Integer.MAX_VALUE));
        System.out.println(allocate(-3));
        System.out.println(allocate(0));
        try {
            System.out.println(new int[70000][70000].length);
        } catch (OutOfMemoryError e) {
            System.out.println("out of memory again");
        }
        List<int[]> kept = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            kept.add(new int[1000]);
        }
        System.out.println(kept.size());
    }
}
