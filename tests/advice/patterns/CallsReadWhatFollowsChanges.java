import java.util.HashMap;
import java.util.Map;

/** A call reads at once what its caller changes much later: a task that begins late would read the change. */
public class CallsReadWhatFollowsChanges {
    static int setting;
    static int[] results = new int[60];
    static Map<Integer, Integer> prices = new HashMap<>();

    static void store(int i) {
        int s = setting; // advice of calls: private-copies | with-changes | serial | not-known | future via setting
        for (int k = 0; k < 1000; k++) {
            s = s * 31 + k;
        }
        results[i] = s;
    }

    static int price(int i) {
        int p = prices.getOrDefault(i, 1); // advice of calls: with-changes | serial | not-known | future via Map
        for (int k = 0; k < 1000; k++) {
            p = p * 31 + k;
        }
        return p;
    }

    static int work(int i) {
        int sum = i;
        for (int k = 0; k < 1500; k++) {
            sum = (sum * 31 + k) % 10007;
        }
        return sum;
    }

    public static void main(String[] args) {
        int other = 0;
        for (int i = 0; i < 60; i++) {
            setting = i;
            store(i); // advice of sites: start before 40
            other ^= work(i);
            setting = -1;
        }
        int[] all = new int[60];
        for (int i = 0; i < 60; i++) {
            all[i] = price(i);
            other ^= work(i);
            prices.put(i + 1, other);
        }
        int sum = 0;
        for (int value : all) {
            sum = sum * 7 + value;
        }
        System.out.println(results[59] + sum + other);
    }
}
