import java.util.HashMap;
import java.util.Map;

/** Records that hold nothing but values: their hashes, texts and comparisons look at nothing else. */
public class RecordsAsKeys {
    record Point(int x, int y) { }

    static int work(int start) {
        int x = start;
        for (int k = 0; k < 40; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] results = new int[300];
        for (int i = 0; i < 300; i++) { // advice: independent
            results[i] = work(new Point(i, i * 3).hashCode());
        }
        for (int i = 0; i < 300; i++) { // advice: independent
            results[i] += work(i) + new Point(i, 1).toString().length();
        }
        Map<Point, Integer> known = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            known.put(new Point(i, i), i * 7);
        }
        for (int i = 0; i < 300; i++) { // advice: independent
            results[i] += work(known.getOrDefault(new Point(i % 40, i % 40), 1));
        }
        System.out.println(results[299]);
    }
}
