package parallel;

import executed.Versions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

// follows stream: CollectionForEach.java:19 independent
/** The parallel stream, as advised. */
public final class CollectionForEach implements Versions {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    @Override
    public String serial() {
        List<int[]> cells = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            cells.add(new int[] {i});
        }
        cells.forEach(cell -> cell[0] = work(cell[0]));
        return Arrays.deepToString(cells.toArray());
    }

    @Override
    public String parallel() {
        List<int[]> cells = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            cells.add(new int[] {i});
        }
        cells.parallelStream().forEach(cell -> cell[0] = work(cell[0]));
        return Arrays.deepToString(cells.toArray());
    }
}
