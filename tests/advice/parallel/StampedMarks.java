package parallel;

import executed.Tasks;
import executed.Versions;
import java.util.Arrays;

// follows: StampedMarks.java:16 private-copies
// follows: StampedMarks.java:34 private-copies
// follows: StampedMarks.java:54 private-copies
// follows: StampedMarks.java:76 private-copies
/** Marks of its own for each task. */
public final class StampedMarks implements Versions {
    static int draw(int i, int j) {
        int x = i * 31 + j;
        for (int k = 0; k < 20; k++) {
            x = x * 1103515245 + 12345;
        }
        return (x >>> 16) % 50;
    }

    private static int[] distinct() {
        int[] seen = new int[50];
        int[] counts = new int[300];
        for (int i = 1; i < 300; i++) {
            int count = 0;
            for (int j = 0; j < 20; j++) {
                int v = draw(i, j);
                if (seen[v] != i) {
                    seen[v] = i;
                    count++;
                }
            }
            counts[i] = count;
        }
        return counts;
    }

    private static int[] filledBefore() {
        int[] last = new int[50];
        Arrays.fill(last, -1);
        int[] sums = new int[300];
        for (int i = 0; i < sums.length; i++) {
            int sum = 0;
            for (int j = 0; j < 20; j++) {
                int v = draw(i, j);
                if (i == last[v]) {
                    continue;
                }
                last[v] = i;
                sum += v;
            }
            sums[i] = sum;
        }
        return sums;
    }

    private static int[] ownStamp() {
        int[] mark = new int[50];
        int stamp = 0;
        int[] reached = new int[300];
        int[] queue = new int[50];
        for (int source = 0; source < 300; source++) {
            stamp++;
            int tail = 0;
            queue[tail++] = source % 50;
            mark[source % 50] = stamp;
            for (int head = 0; head < tail; head++) {
                int next = draw(queue[head], source);
                if (mark[next] != stamp) {
                    mark[next] = stamp;
                    queue[tail++] = next;
                }
            }
            reached[source] = tail;
        }
        return reached;
    }

    private static int[] madeForEachRound() {
        int[] counts = new int[300];
        for (int round = 0; round < 3; round++) {
            int[] seen = new int[50];
            for (int i = 1; i < 300; i++) {
                int count = 0;
                for (int j = 0; j < 20; j++) {
                    int v = draw(i + round, j);
                    if (seen[v] != i) {
                        seen[v] = i;
                        count++;
                    }
                }
                counts[i] += count;
            }
        }
        return counts;
    }

    private static int[] distinctInParallel() throws Exception {
        int[] counts = new int[300];
        Tasks.chunks(1, 300, (from, to) -> {
            int[] seen = new int[50];
            for (int i = from; i < to; i++) {
                int count = 0;
                for (int j = 0; j < 20; j++) {
                    int v = draw(i, j);
                    if (seen[v] != i) {
                        seen[v] = i;
                        count++;
                    }
                }
                counts[i] = count;
            }
        });
        return counts;
    }

    private static int[] filledBeforeInParallel() throws Exception {
        int[] sums = new int[300];
        Tasks.chunks(0, sums.length, (from, to) -> {
            int[] last = new int[50];
            Arrays.fill(last, -1);
            for (int i = from; i < to; i++) {
                int sum = 0;
                for (int j = 0; j < 20; j++) {
                    int v = draw(i, j);
                    if (i == last[v]) {
                        continue;
                    }
                    last[v] = i;
                    sum += v;
                }
                sums[i] = sum;
            }
        });
        return sums;
    }

    private static int[] ownStampInParallel() throws Exception {
        int[] reached = new int[300];
        Tasks.chunks(0, 300, (from, to) -> {
            int[] mark = new int[50];
            int stamp = from;
            int[] queue = new int[50];
            for (int source = from; source < to; source++) {
                stamp++;
                int tail = 0;
                queue[tail++] = source % 50;
                mark[source % 50] = stamp;
                for (int head = 0; head < tail; head++) {
                    int next = draw(queue[head], source);
                    if (mark[next] != stamp) {
                        mark[next] = stamp;
                        queue[tail++] = next;
                    }
                }
                reached[source] = tail;
            }
        });
        return reached;
    }

    private static int[] madeForEachRoundInParallel() throws Exception {
        int[] counts = new int[300];
        for (int round = 0; round < 3; round++) {
            int inRound = round;
            Tasks.chunks(1, 300, (from, to) -> {
                int[] seen = new int[50];
                for (int i = from; i < to; i++) {
                    int count = 0;
                    for (int j = 0; j < 20; j++) {
                        int v = draw(i + inRound, j);
                        if (seen[v] != i) {
                            seen[v] = i;
                            count++;
                        }
                    }
                    counts[i] += count;
                }
            });
        }
        return counts;
    }

    @Override
    public String serial() {
        return Arrays.toString(distinct()) + Arrays.toString(filledBefore()) + Arrays.toString(ownStamp())
                + Arrays.toString(madeForEachRound());
    }

    @Override
    public String parallel() throws Exception {
        return Arrays.toString(distinctInParallel()) + Arrays.toString(filledBeforeInParallel())
                + Arrays.toString(ownStampInParallel()) + Arrays.toString(madeForEachRoundInParallel());
    }
}
