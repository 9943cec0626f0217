package parallel;

import executed.Started;
import executed.Versions;
import java.util.ArrayList;
import java.util.List;

// follows calls: WaitBeforeSizeIsRead.java:9 with-changes
// follows sites: 20 start before 23
/** The size of the list is read when all calls have added to it. They find in any order, which the size does not tell. */
public final class WaitBeforeSizeIsRead implements Versions {
    private final List<Integer> found = new ArrayList<>();

    private void search(int n) {
        int hash = n;
        for (int k = 0; k < 250; k++) {
            hash = hash * hash % 10007 + k;
        }
        synchronized (found) {
            found.add(hash);
        }
    }

    @Override
    public String serial() {
        int sum = 0;
        for (int round = 0; round < 3; round++) {
            for (int n = 0; n < 15; n++) {
                search(n + round);
            }
            sum = sum * 31 + found.size();
        }
        return "" + sum;
    }

    @Override
    public String parallel() throws Exception {
        Started started = new Started();
        int sum = 0;
        for (int round = 0; round < 3; round++) {
            for (int n = 0; n < 15; n++) {
                int number = n;
                int turn = round;
                started.start(() -> search(number + turn));
            }
            started.waitForAll();
            sum = sum * 31 + found.size();
        }
        return "" + sum;
    }
}
