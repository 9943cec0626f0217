package parallel;

import executed.Started;
import executed.Versions;

// follows calls: WaitBeforeConsumer.java:6 with-changes
// follows sites: 28 start before 30
/** The consumer begins when all items are produced. */
public final class WaitBeforeConsumer implements Versions {
    private final int[] items = new int[24];

    private void produce(int n, int round) {
        int hash = n + round;
        for (int k = 0; k < 250; k++) {
            hash = hash * hash % 10007 + k;
        }
        items[n] = hash;
    }

    private int consume() {
        int all = 0;
        for (int n = items.length - 1; n >= 0; n--) {
            all = all * 31 + items[n];
        }
        return all;
    }

    @Override
    public String serial() {
        int state = 0;
        for (int round = 0; round < 3; round++) {
            for (int n = 0; n < items.length; n++) {
                produce(n, round);
            }
            state += consume();
        }
        return "" + state;
    }

    @Override
    public String parallel() throws Exception {
        Started started = new Started();
        int state = 0;
        for (int round = 0; round < 3; round++) {
            for (int n = 0; n < items.length; n++) {
                int number = n;
                int turn = round;
                started.start(() -> produce(number, turn));
            }
            started.waitForAll();
            state += consume();
        }
        return "" + state;
    }
}
