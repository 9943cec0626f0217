package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: RangesOfArrays.java:33 reduction
/** What the half that is not filled holds comes from all iterations before, not from those of the task. */
public final class RangesOfArrays implements Versions {
    @Override
    public String serial() {
        int n = 90;
        int[] first = new int[40];
        int sum = 0;
        for (int i = 0; i < n; i++) {
            Arrays.fill(first, 0, 16, -1);
            for (int k = 0; k < 30; k++) {
                int place = mix(i + k, 3) & 31;
                if (first[place] < 0) {
                    first[place] = k;
                }
                sum += first[place]++;
            }
        }
        return String.valueOf(sum);
    }

    @Override
    public String parallel() throws Exception {
        return String.valueOf(Tasks.results(0, 90, RangesOfArrays::part).stream().mapToInt(sum -> sum).sum());
    }

    private static int part(int from, int to) {
        int[] first = new int[40];
        int sum = 0;
        for (int i = from; i < to; i++) {
            Arrays.fill(first, 0, 16, -1);
            for (int k = 0; k < 30; k++) {
                int place = mix(i + k, 3) & 31;
                if (first[place] < 0) {
                    first[place] = k;
                }
                sum += first[place]++;
            }
        }
        return sum;
    }

    private static int mix(int value, int rounds) {
        for (int k = 0; k < rounds; k++) {
            value = value * value % 10007 + k;
        }
        return value;
    }
}
