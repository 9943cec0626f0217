package parallel;

import executed.Versions;
import java.util.stream.IntStream;

// follows: SwappedRows.java:95 reduction
/** Each thread has two rows of its own, which change places. */
public final class SwappedRows implements Versions {
    private static final int N = 60;

    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    private static final class Rows {
        int[] before = new int[40];
        int[] row = new int[40];

        int distance(String a, String b) {
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
    }

    private static String[] texts() {
        String[] texts = new String[N];
        for (int i = 0; i < N; i++) {
            texts[i] = "kitten sitting " + mix(i, 3);
        }
        return texts;
    }

    @Override
    public String serial() {
        String[] texts = texts();
        Rows rows = new Rows();
        int n = N;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += rows.distance(texts[i], texts[0]);
        }
        return String.valueOf(sum);
    }

    @Override
    public String parallel() {
        String[] texts = texts();
        ThreadLocal<Rows> rows = ThreadLocal.withInitial(Rows::new);
        return String.valueOf(IntStream.range(0, N).parallel().map(i -> rows.get().distance(texts[i], texts[0])).sum());
    }
}
