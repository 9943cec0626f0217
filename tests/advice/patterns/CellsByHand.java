import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts and sums in arrays that maps hold, made by hand or by the map; and arrays of which tasks see more. */
public class CellsByHand {
    static int work(int start) {
        int x = start;
        for (int k = 0; k < 40; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        int n = 300;
        Map<Integer, int[]> counts = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            Integer key = work(i) & 15;
            int[] count = counts.get(key);
            if (count == null) {
                count = new int[1];
                counts.put(key, count);
            }
            count[0]++;
        }
        Map<Integer, long[]> sums = new TreeMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            int value = work(i);
            long[] cells = sums.computeIfAbsent(value & 15, key -> new long[2]);
            cells[0]++;
            cells[1] += value;
        }
        Map<Integer, long[]> both = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            Integer key = work(i) & 15;
            long[] cells = both.get(key);
            if (cells == null) {
                both.put(key, cells = new long[2]);
            }
            cells[0] += 3;
            cells[1] += work(i + 1);
        }
        System.out.println(counts.get(3)[0] + sums.get(3)[1] + both.get(3)[1]);

        Map<Integer, int[]> seen = new HashMap<>();
        int many = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int[] count = seen.computeIfAbsent(work(i) & 15, key -> new int[1]);
            count[0]++;
            if (count[0] > 12) {
                many += work(i);
            }
        }
        Map<Integer, int[]> last = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            Integer key = work(i) & 15;
            int[] cell = last.get(key);
            if (cell == null) {
                cell = new int[1];
                last.put(key, cell);
            }
            cell[0] = cell[0] * 31 + work(i);
        }
        Map<Integer, int[]> mixed = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: overlapping | serial | not-known
            int[] cell = mixed.computeIfAbsent(work(i) & 15, key -> new int[1]);
            if (work(i) % 3 == 0) {
                cell[0] *= 2;
            }
            cell[0] += i;
        }
        Map<Integer, int[]> kept = new HashMap<>();
        int[] before = new int[1];
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int[] cell = kept.computeIfAbsent(work(i) & 15, key -> new int[1]);
            cell[0] += before[0];
            before = cell;
        }
        Map<Integer, int[]> fresh = new HashMap<>();
        int keys = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            Integer key = work(i) & 15;
            int[] cell = fresh.get(key);
            if (cell == null) {
                cell = new int[1];
                fresh.put(key, cell);
                keys = keys * 3 + i;
            }
            cell[0]++;
        }
        Map<Integer, int[]> begun = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            Integer key = work(i) & 15;
            int[] cell = begun.get(key);
            if (cell == null) {
                cell = new int[] {work(i)};
                begun.put(key, cell);
            }
            cell[0]++;
        }
        Map<Integer, int[]> shared = new HashMap<>();
        int[] one = new int[1];
        for (int i = 0; i < n; i++) { // advice: reduction | serial | not-known
            Integer key = work(i) & 15;
            int[] cell = shared.get(key);
            if (cell == null) {
                cell = one;
                shared.put(key, cell);
            }
            cell[0]++;
        }
        System.out.println(many + last.get(3)[0] + mixed.get(3)[0] + kept.get(3)[0] + keys + begun.get(3)[0] + shared.size());
    }
}
