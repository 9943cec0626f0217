package wrong;

import executed.Tasks;
import executed.Versions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

// follows: ListSizeBetween.java:6 reduction
/** One list per task, joined in order: the sizes on the way are those of a part only. */
public final class ListSizeBetween implements Versions {
    @Override
    public String serial() {
        List<Integer> kept = new ArrayList<>();
        int[] sizes = new int[2000];
        for (int i = 0; i < sizes.length; i++) {
            step(kept, sizes, i);
        }
        return Arrays.toString(sizes) + kept;
    }

    @Override
    public String parallel() throws Exception {
        int[] sizes = new int[2000];
        List<Integer> kept = new ArrayList<>();
        Tasks.results(0, sizes.length, (from, to) -> {
            List<Integer> part = new ArrayList<>();
            for (int i = from; i < to; i++) {
                step(part, sizes, i);
            }
            return part;
        }).forEach(kept::addAll);
        return Arrays.toString(sizes) + kept;
    }

    private static void step(List<Integer> kept, int[] sizes, int i) {
        if (i * 7919 % 1009 > 500) {
            kept.add(i);
        }
        kept.add(-i);
        sizes[i] = kept.size();
        kept.add(i);
    }
}
