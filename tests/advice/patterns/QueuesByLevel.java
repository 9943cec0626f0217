import java.util.ArrayDeque;
import java.util.LinkedList;
import java.util.PriorityQueue;

/** Rounds over the elements of a queue, which add those of the next round. */
public class QueuesByLevel {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static int upwards(int n) {
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(1);
        int sum = 0;
        while (!queue.isEmpty()) {
            int size = queue.size();
            for (int i = 0; i < size; i++) { // advice: reduction via ArrayDeque, remedy queue-by-level
                int value = queue.poll();
                sum += mix(value, 60);
                if (2 * value < n) {
                    queue.add(2 * value);
                    queue.add(2 * value + 1);
                }
            }
        }
        return sum;
    }

    static int downwards(int n) {
        LinkedList<Integer> queue = new LinkedList<>();
        queue.add(1);
        int sum = 0;
        while (!queue.isEmpty()) {
            int left = queue.size();
            while (left-- > 0) { // advice: reduction
                int value = queue.removeFirst();
                sum += mix(value, 60);
                if (2 * value < n) {
                    queue.addLast(2 * value);
                    queue.addLast(2 * value + 1);
                }
            }
        }
        return sum;
    }

    /** It takes one more than there are. */
    static int oneMore(int n) {
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(1);
        int sum = 0;
        while (queue.size() < n) {
            int size = queue.size();
            for (int i = 0; i <= size; i++) { // advice: not-known | serial | overlapping
                int value = queue.poll();
                sum += mix(value, 60);
                queue.add(2 * value);
                queue.add(2 * value + 1);
            }
        }
        return sum;
    }

    /** It takes before it looks how often. */
    static int lateTest(int n) {
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(1);
        int sum = 0;
        while (queue.size() < n) {
            int left = queue.size();
            do {
                int value = queue.poll(); // advice: not-known | serial | overlapping
                sum += mix(value, 60);
                queue.add(2 * value);
                queue.add(2 * value + 1);
            } while (left-- > 0);
        }
        return sum;
    }

    /** What is taken from the front was put there by the iteration before. */
    static int fronts(int n) {
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(1);
        queue.add(2);
        int sum = 0;
        while (queue.size() < n) {
            int size = queue.size();
            for (int i = 0; i < size; i++) { // advice: not-known | serial | overlapping
                int value = queue.poll();
                sum += mix(value, 60);
                queue.addFirst(2 * value);
                queue.addLast(2 * value + 1);
            }
        }
        return sum;
    }

    /** The least one comes first, also if it was added last. */
    static int sorted(int n) {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        queue.add(1);
        int sum = 0;
        while (!queue.isEmpty()) {
            int size = queue.size();
            for (int i = 0; i < size; i++) { // advice: not-known | serial | overlapping
                int value = queue.poll();
                sum += mix(value, 60);
                if (2 * value < n) {
                    queue.add(2 * value);
                    queue.add(2 * value + 1 - value % 3);
                }
            }
        }
        return sum;
    }

    /** One is taken between, so the last iteration takes what the first one has added. */
    static int between(int n) {
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        for (int i = 0; i < n; i++) {
            queue.add(i);
        }
        int size = queue.size();
        int sum = queue.poll();
        for (int i = 0; i < size; i++) { // advice: not-known | serial | overlapping
            int value = queue.poll();
            sum += mix(value, 60);
            queue.add(value + n);
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(upwards(300) + downwards(300) + oneMore(60) + lateTest(60) + fronts(60) + sorted(300) + between(200));
    }
}
