import java.util.Arrays;

/** Marks that iterations stamp with their own number: what earlier ones have left equals no later stamp. */
public class StampedMarks {
    static int draw(int i, int j) {
        int x = i * 31 + j;
        for (int k = 0; k < 20; k++) {
            x = x * 1103515245 + 12345;
        }
        return (x >>> 16) % 50;
    }

    static int[] distinct() {
        int[] seen = new int[50];
        int[] counts = new int[300];
        for (int i = 1; i < 300; i++) { // advice: private-copies
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

    static int[] filledBefore() {
        int[] last = new int[50];
        Arrays.fill(last, -1);
        int[] sums = new int[300];
        for (int i = 0; i < sums.length; i++) { // advice: private-copies
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

    static int[] ownStamp() {
        int[] mark = new int[50];
        int stamp = 0;
        int[] reached = new int[300];
        int[] queue = new int[50];
        for (int source = 0; source < 300; source++) { // advice: private-copies
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

    /** The marks are made for each round, in which the stamps begin anew. */
    static int[] madeForEachRound() {
        int[] counts = new int[300];
        for (int round = 0; round < 3; round++) {
            int[] seen = new int[50];
            for (int i = 1; i < 300; i++) { // advice: private-copies
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

    /** The second round finds the stamps of the first one. */
    static int[] keptFromRoundToRound() {
        int[] counts = new int[300];
        int[] seen = new int[50];
        for (int round = 0; round < 3; round++) {
            for (int i = 1; i < 300; i++) { // advice: overlapping | serial | not-known
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

    /** Several iterations share a stamp. */
    static int[] sharedStamp() {
        int[] seen = new int[50];
        int stamp = 0;
        int[] counts = new int[300];
        for (int i = 0; i < 300; i++) { // advice: overlapping | serial | not-known
            if (i % 7 == 0) {
                stamp++;
            }
            int count = 0;
            for (int j = 0; j < 20; j++) {
                int v = draw(i, j);
                if (seen[v] != stamp) {
                    seen[v] = stamp;
                    count++;
                }
            }
            counts[i] = count;
        }
        return counts;
    }

    /** What the last iteration has left counts. */
    static int[] comparedWithTheOneBefore() {
        int[] seen = new int[50];
        int[] counts = new int[300];
        for (int i = 1; i < 300; i++) { // advice: overlapping | serial | not-known
            int count = 0;
            for (int j = 0; j < 20; j++) {
                int v = draw(i, j);
                if (seen[v] == i - 1) {
                    count++;
                }
                seen[v] = i;
            }
            counts[i] = count;
        }
        return counts;
    }

    /** How long ago it was counts. */
    static int[] ages() {
        int[] seen = new int[50];
        int[] ages = new int[300];
        for (int i = 1; i < 300; i++) { // advice: overlapping | serial | not-known
            int age = 0;
            for (int j = 0; j < 20; j++) {
                int v = draw(i, j);
                if (seen[v] != i) {
                    age += i - seen[v];
                    seen[v] = i;
                }
            }
            ages[i] = age;
        }
        return ages;
    }

    /** What is not marked yet looks as if the hundredth iteration had marked it. */
    static int[] filledWithStamp() {
        int[] seen = new int[4850];
        Arrays.fill(seen, 100);
        int[] counts = new int[300];
        for (int i = 1; i < 300; i++) { // advice: overlapping | serial | not-known
            int count = 0;
            for (int j = 0; j < 20; j++) {
                int v = draw(i, j) * 97 + i % 97;
                if (seen[v] != i) {
                    seen[v] = i;
                    count++;
                }
            }
            counts[i] = count;
        }
        return counts;
    }

    /** The stamp grows between the test and the mark. */
    static int[] growingBetween() {
        int[] seen = new int[50];
        int stamp = 0;
        int[] counts = new int[300];
        for (int i = 1; i < 300; i++) { // advice: overlapping | serial | not-known
            int count = 0;
            for (int j = 0; j < 20; j++) {
                if (seen[draw(i, j)] == stamp) {
                    count++;
                }
            }
            stamp++;
            for (int j = 0; j < 20; j++) {
                seen[draw(i, j + 1)] = stamp;
            }
            counts[i] = count;
        }
        return counts;
    }

    /** What all iterations have left is read behind the loop. */
    static int readAfterwards() {
        int[] seen = new int[50];
        int[] counts = new int[300];
        for (int i = 1; i < 300; i++) { // advice: overlapping | serial | not-known
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
        return Arrays.hashCode(counts) + seen[7];
    }

    public static void main(String[] args) {
        int sum = Arrays.hashCode(distinct()) + Arrays.hashCode(filledBefore()) + Arrays.hashCode(ownStamp());
        sum += Arrays.hashCode(madeForEachRound()) + Arrays.hashCode(keptFromRoundToRound());
        sum += Arrays.hashCode(sharedStamp()) + Arrays.hashCode(comparedWithTheOneBefore()) + Arrays.hashCode(ages());
        sum += Arrays.hashCode(filledWithStamp()) + Arrays.hashCode(growingBetween()) + readAfterwards();
        System.out.println(sum);
    }
}
