import java.util.Arrays;

/** Calls fill an array that the library reads behind them. */
public class WaitBeforeLibraryReads {
    static void fill(int[] all, int n) {
        int hash = n; // advice of calls: future | not-known | with-changes
        for (int k = 0; k < 250; k++) {
            hash = hash * hash % 10007 + k;
        }
        all[n] = hash;
    }

    public static void main(String[] args) {
        int[] all = new int[24];
        for (int n = 0; n < all.length; n++) {
            fill(all, n); // advice of sites: start before 18
        }
        int[] copy = Arrays.copyOf(all, all.length);
        System.out.println(Arrays.hashCode(copy) + Arrays.toString(copy));
    }
}
