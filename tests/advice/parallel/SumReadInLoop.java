package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.List;

// follows: SumReadInLoop.java:6 scan
/** Two passes: the sums of the chunks, then each chunk again, from the sum of those before it. */
public final class SumReadInLoop implements Versions {
    @Override
    public String serial() {
        int sum = 0;
        int even = 0;
        for (int i = 0; i < 3000; i++) {
            sum += i * 7 % 31;
            if (sum % 2 == 0) {
                even++;
            }
        }
        return sum + " " + even;
    }

    @Override
    public String parallel() throws Exception {
        List<Integer> parts = Tasks.results(0, 3000, SumReadInLoop::sum);
        int[] before = new int[parts.size() + 1];
        for (int k = 0; k < parts.size(); k++) {
            before[k + 1] = before[k] + parts.get(k);
        }
        int even = 0;
        for (int part : Tasks.results(0, 3000, (from, to) -> even(before[from * parts.size() / 3000], from, to))) {
            even += part;
        }
        return before[parts.size()] + " " + even;
    }

    private static int sum(int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += i * 7 % 31;
        }
        return sum;
    }

    private static int even(int before, int from, int to) {
        int sum = before;
        int even = 0;
        for (int i = from; i < to; i++) {
            sum += i * 7 % 31;
            if (sum % 2 == 0) {
                even++;
            }
        }
        return even;
    }
}
