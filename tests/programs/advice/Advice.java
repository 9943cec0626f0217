import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Loops of which it is known how they can run in parallel, and loops that only look so. A comment `expect:` names the verdict
 * of the loop on its line, and the natures of what is to be done about it.
 */
public final class Advice {
    static final int N = 300;
    static int counted;
    static int[] shared = new int[8];
    static long seed = 42;

    static int work(int x) {
        int y = x;
        for (int k = 0; k < 12; k++) {
            y = y * 31 + k;
        }
        return y >>> 1;
    }

    static void independent(int[] out) {
        for (int i = 0; i < N; i++) { // expect: independent
            out[i] = work(i);
        }
    }

    static int sum() {
        int sum = 0;
        for (int i = 0; i < N; i++) { // expect: reduction reduction
            sum += work(i);
        }
        return sum;
    }

    static double product() {
        double product = 1;
        for (int i = 0; i < N; i++) { // expect: reduction reduction
            product *= 1 + work(i) * 1e-12;
        }
        return product;
    }

    static int greatest() {
        int best = Integer.MIN_VALUE;
        for (int i = 0; i < N; i++) { // expect: reduction reduction
            best = Math.max(best, work(i));
        }
        return best;
    }

    static int greatestByHand() {
        int best = Integer.MIN_VALUE;
        for (int i = 0; i < N; i++) { // expect: reduction reduction
            int x = work(i);
            if (x > best) {
                best = x;
            }
        }
        return best;
    }

    static void fieldSum() {
        for (int i = 0; i < N; i++) { // expect: reduction reduction
            counted += work(i) & 1;
        }
    }

    static void histogram(int[] buckets) {
        for (int i = 0; i < N; i++) { // expect: reduction reduction
            buckets[work(i) & 7]++;
        }
    }

    static int buffer(int[] out) {
        for (int i = 0; i < N; i++) { // expect: private-copies private-copy
            for (int k = 0; k < shared.length; k++) {
                shared[k] = work(i + k);
            }
            out[i] = shared[i & 7] ^ shared[0];
        }
        return out[3];
    }

    static int list() {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < N; i++) { // expect: reduction collect
            list.add(work(i));
        }
        return list.size();
    }

    static int map() {
        Map<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < N; i++) { // expect: reduction collect
            map.put(i, work(i));
        }
        return map.size();
    }

    static int text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < N; i++) { // expect: reduction append
            text.append(work(i) & 7);
        }
        return text.length();
    }

    static int random(int[] out) {
        Random random = new Random(7);
        for (int i = 0; i < N; i++) { // expect: with-changes random
            out[i] = work(random.nextInt(100));
        }
        return out[5];
    }

    static int traversal(List<Integer> list, int[] out) {
        for (int x : list) { // expect: with-changes traversal
            out[x % N] = work(x);
        }
        return out[0];
    }

    static int recurrence() {
        int x = 1;
        for (int i = 0; i < N; i++) { // expect: serial flow
            x = work(x);
        }
        return x;
    }

    static void generator(int[] out) {
        for (int i = 0; i < N; i++) { // expect: serial flow
            seed = work((int) seed) * 25214903917L + 11;
            out[i] = (int) (seed >>> 16);
        }
    }

    static void prefix(int[] out) {
        for (int i = 1; i < N; i++) { // expect: serial flow
            out[i] = work(out[i - 1]);
        }
    }

    static void fourApart(int[] out) {
        for (int i = 4; i < N; i++) { // expect: overlapping flow
            out[i] = work(out[i - 4]);
        }
    }

    static void pipeline(int[] out) {
        int last = 0;
        for (int i = 0; i < N; i++) { // expect: scan scan
            int x = work(work(work(i)));
            last = last ^ x << 1;
            out[i] = last;
        }
    }

    /** Looks like a sum, but its value so far is used. */
    static void seenSum(int[] out) {
        int sum = 0;
        for (int i = 0; i < N; i++) { // expect: serial flow
            sum += work(sum & 3);
            out[i] = sum;
        }
    }

    /** Looks independent, but two iterations write the same element. */
    static void scattered(int[] out) {
        for (int i = 0; i < N; i++) { // expect: private-copies private-copy
            out[work(i) & 15] = i;
        }
    }

    /** Looks like filling an array, but where depends on how many there are so far. */
    static int compact(int[] out) {
        int count = 0;
        for (int i = 0; i < N; i++) { // expect: scan scan
            int x = work(i);
            if ((x & 1) == 0) {
                out[count++] = x;
            }
        }
        return count;
    }

    static final class Node {
        Node next;
        int value;
    }

    static Node nodes() {
        Node first = null;
        for (int i = 0; i < N; i++) { // expect: serial flow
            Node node = new Node();
            node.value = work(i);
            node.next = first;
            first = node;
        }
        return first;
    }

    /** Only the step to the next node is in order. */
    static int chased(Node node) {
        int sum = 0;
        while (node != null) { // expect: overlapping chain reduction
            sum += work(node.value);
            node = node.next;
        }
        return sum;
    }

    public static void main(String[] args) {
        int[] out = new int[N];
        independent(out);
        long all = sum() + (long) product() + greatest() + greatestByHand();
        fieldSum();
        histogram(out);
        all += buffer(out) + list() + map() + text() + random(out);
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < N; i++) {
            list.add(i);
        }
        all += traversal(list, out) + recurrence();
        generator(out);
        prefix(out);
        fourApart(out);
        pipeline(out);
        seenSum(out);
        scattered(out);
        all += compact(out) + chased(nodes());
        System.out.println(all + counted);
    }
}
