import java.util.HashMap;
import java.util.Map;

/** Counters that lie in arrays, which a map makes when they are missing. */
public class MapOfCounters {
    static int work(int start) {
        int x = start;
        for (int k = 0; k < 40; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        Map<Integer, int[]> counts = new HashMap<>();
        for (int i = 0; i < 300; i++) { // advice: reduction
            counts.computeIfAbsent(work(i) & 15, key -> new int[1])[0]++;
        }
        Map<Integer, int[]> chains = new HashMap<>();
        for (int i = 0; i < 300; i++) { // advice: not-known | serial
            int[] chain = chains.computeIfAbsent(i & 3, key -> new int[1]);
            chain[0] = work(chain[0] + i);
        }
        System.out.println(counts.get(3)[0] + chains.get(1)[0]);
    }
}
