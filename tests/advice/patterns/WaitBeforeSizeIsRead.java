import java.util.ArrayList;
import java.util.List;

/** Calls add to a list; behind them its size is read, and then its elements. */
public class WaitBeforeSizeIsRead {
    static List<Integer> found = new ArrayList<>();

    static void search(int n) {
        int hash = n; // advice of calls: with-changes
        for (int k = 0; k < 250; k++) {
            hash = hash * hash % 10007 + k;
        }
        found.add(hash);
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int round = 0; round < 3; round++) {
            for (int n = 0; n < 15; n++) {
                search(n + round); // advice of sites: start before 23
            }

            sum = sum * 31 + found.size();
        }
        System.out.println(sum + found.get(7));
    }
}
