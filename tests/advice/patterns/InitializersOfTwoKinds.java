/** One initialiser needs what iterations have done, another one needs nothing: only the first one keeps its loop in order. */
public class InitializersOfTwoKinds {
    static int now;

    static class Late {
        static final int SINCE = now * 7;
    }

    static class Table {
        static final int[] FACTORS = {4, 5, 6, 7};
    }

    public static void main(String[] args) {
        int[] results = new int[2000];
        for (int i = 0; i < results.length; i++) { // advice: with-changes via FACTORS
            results[i] = i * 3 + (i < 1000 ? 0 : Table.FACTORS[i & 3]);
        }
        int[] others = new int[2000];
        for (int i = 0; i < others.length; i++) { // advice: serial | not-known
            now = i;
            others[i] = i < 100 ? 0 : i - Late.SINCE;
        }
        System.out.println(results[1999] + others[1999]);
    }
}
