/** The initialiser sets what earlier iterations have read. */
public class InitializerOverwrites {
    static int factor = 1;

    static class Late {
        static final int[] TABLE = {4, 5, 6, 7};

        static {
            factor = 3;
        }
    }

    public static void main(String[] args) {
        int[] results = new int[2000];
        for (int i = 0; i < results.length; i++) { // advice: serial | not-known
            results[i] = i * factor + (i < 1000 ? 0 : Late.TABLE[i & 3]);
        }
        System.out.println(results[1999]);
    }
}
