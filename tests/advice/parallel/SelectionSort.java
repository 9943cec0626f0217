package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: SelectionSort.java:12 reduction
/** The place of the least value per task, and of those the first with the least value. */
public final class SelectionSort implements Versions {
    private static final int N = 80;

    private static int[] input() {
        int[] a = new int[N];
        for (int i = 0; i < N; i++) {
            a[i] = i * 7919 % 1009;
        }
        return a;
    }

    @Override
    public String serial() {
        int n = N;
        int[] a = input();
        for (int done = 0; done < n; done++) {
            int least = a[done];
            int at = done;
            for (int i = done + 1; i < n; i++) {
                if (a[i] < least) {
                    least = a[i];
                    at = i;
                }
            }
            a[at] = a[done];
            a[done] = least;
        }
        return Arrays.toString(a);
    }

    @Override
    public String parallel() throws Exception {
        int[] a = input();
        for (int done = 0; done < N; done++) {
            int first = done;
            int at = done;
            for (int part : Tasks.results(done + 1, N, (from, to) -> leastOf(a, first, from, to))) {
                at = a[part] < a[at] ? part : at;
            }
            int least = a[at];
            a[at] = a[done];
            a[done] = least;
        }
        return Arrays.toString(a);
    }

    private static int leastOf(int[] a, int first, int from, int to) {
        int at = first;
        for (int i = from; i < to; i++) {
            if (a[i] < a[at]) {
                at = i;
            }
        }
        return at;
    }
}
