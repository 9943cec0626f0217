import java.util.Arrays;

/** Two rows that change places: each task could have its own two. */
public class SwappedRows {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static int[] before = new int[40];
    static int[] row = new int[40];

    static int distance(String a, String b) {
        for (int j = 0; j <= b.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int step = before[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(Math.min(row[j - 1], before[j]) + 1, step);
            }
            int[] next = before;
            before = row;
            row = next;
        }
        return before[b.length()];
    }

    private final int[] width = new int[8];
    private int[] now = new int[40];
    private int[] later = new int[40];

    int steps(int seed) {
        Arrays.fill(now, seed);
        for (int i = 0; i < 9; i++) {
            for (int j = 0; j < 40; j++) {
                later[j] = mix(now[j] + now[(j + 1) % 40], 3);
            }
            int[] last = now;
            now = later;
            later = last;
        }
        return now[3];
    }

    static int[] kept = new int[40];
    static int[] other = new int[40];

    /** What the last call left decides. */
    static int remembered(int seed) {
        for (int j = 0; j < 40; j++) {
            other[j] = mix(kept[j] + seed, 5);
        }
        int[] next = kept;
        kept = other;
        other = next;
        return kept[5];
    }

    static int[] turn = {1, 2, 3};
    static int[] wait = {4, 5, 6};

    /** Nobody overwrites the rows: whose turn it is decides. */
    static int turns(int seed) {
        int[] next = turn;
        turn = wait;
        wait = next;
        return mix(seed, 60) + turn[1];
    }

    static int[] first = new int[40];
    static int[] second = new int[40];

    /** A row becomes another one for good. */
    static int lost(int seed) {
        Arrays.fill(first, seed);
        second = first;
        second[3] = mix(seed, 60);
        return first[3];
    }

    public static void main(String[] args) {
        int n = 60;
        String[] texts = new String[n];
        for (int i = 0; i < n; i++) {
            texts[i] = "kitten sitting " + mix(i, 3);
        }
        int sum = 0;
        for (int i = 0; i < n; i++) { // advice: reduction
            sum += distance(texts[i], texts[0]);
        }
        SwappedRows rows = new SwappedRows();
        for (int i = 0; i < n; i++) { // advice: reduction
            sum += rows.steps(i);
        }
        int[] up = new int[40];
        int[] down = new int[40];
        for (int i = 0; i < n; i++) { // advice: reduction
            Arrays.fill(up, i);
            for (int k = 0; k < 5; k++) {
                for (int j = 0; j < 40; j++) {
                    down[j] = mix(up[j], 3);
                }
                int[] last = up;
                up = down;
                down = last;
            }
            sum += up[7];
        }
        int[] one = new int[n + 1];
        int[] two = new int[n + 1];
        int[] three = new int[n + 1];
        for (int i = 0; i < n; i++) { // advice: reduction
            for (int j = 0; j <= n; j++) {
                one[j] = i;
                two[j] = j;
            }
            for (int k = 0; k < 5; k++) {
                for (int j = 0; j <= n; j++) {
                    three[j] = mix(one[j] + two[j], 3);
                }
                int[] last = one;
                one = two;
                two = three;
                three = last;
            }
            sum += two[7];
        }
        System.out.println(sum);
        int[] shorter = new int[n];
        int[] longer = new int[n + 1];
        // The length tells which of them it is.
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            Arrays.fill(shorter, i);
            int[] last = shorter;
            shorter = longer;
            longer = last;
            sum += mix(longer[7], 60) + longer.length;
        }
        int[] odd = new int[40];
        int[] even = new int[40];
        even[7] = 9;
        // What was there before the loop is read.
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            odd[3] = mix(i, 60);
            int[] last = odd;
            odd = even;
            even = last;
            sum += even[3] + even[7];
        }
        int[] read = new int[40];
        int[] written = new int[40];
        // The last two rows are read behind the loop.
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            Arrays.fill(written, mix(i, 60));
            int[] last = read;
            read = written;
            written = last;
            sum += read[3];
        }
        sum += read[1] + 3 * written[1];
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            sum += remembered(i);
        }
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            sum += turns(i);
        }
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            sum += lost(i);
        }
        System.out.println(sum);
    }
}
