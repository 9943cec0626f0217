package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

// follows: ScratchListsSorted.java:19 private-copies
// follows: ScratchListsSorted.java:33 private-copies
/** One list for each task. */
public final class ScratchListsSorted implements Versions {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    private static void fill(List<Integer> near, int i) {
        near.clear();
        for (int j = 0; j < 5; j++) {
            near.add(work(i * 5 + j));
        }
    }

    @Override
    public String serial() {
        List<Integer> near = new ArrayList<>();
        int[] middles = new int[300];
        int[] others = new int[300];
        for (int i = 0; i < 300; i++) {
            fill(near, i);
            Collections.sort(near);
            middles[i] = near.get(2);
        }
        for (int i = 0; i < 300; i++) {
            fill(near, i);
            near.sort(Comparator.reverseOrder());
            others[i] = near.get(2);
        }
        return Arrays.toString(middles) + Arrays.toString(others);
    }

    @Override
    public String parallel() throws Exception {
        int[] middles = new int[300];
        int[] others = new int[300];
        Tasks.chunks(0, 300, (from, to) -> {
            List<Integer> near = new ArrayList<>();
            for (int i = from; i < to; i++) {
                fill(near, i);
                Collections.sort(near);
                middles[i] = near.get(2);
            }
        });
        Tasks.chunks(0, 300, (from, to) -> {
            List<Integer> near = new ArrayList<>();
            for (int i = from; i < to; i++) {
                fill(near, i);
                near.sort(Comparator.reverseOrder());
                others[i] = near.get(2);
            }
        });
        return Arrays.toString(middles) + Arrays.toString(others);
    }
}
