import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Collections that each iteration leaves empty, at its end: each task could have one. */
public class EmptiedCollections {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    public static void main(String[] args) {
        int n = 100;
        int[] out = new int[n];
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < n; i++) { // advice: private-copies
            for (int k = 0; k < 6; k++) {
                seen.add(mix(i + k, 10) & 7);
            }
            out[i] = seen.size();
            seen.clear();
        }
        Deque<Integer> todo = new ArrayDeque<>();
        for (int i = 0; i < n; i++) { // advice: private-copies
            todo.push(i);
            while (!todo.isEmpty()) {
                int value = todo.pop();
                out[i] += mix(value, 20);
                if (value > 3) {
                    todo.push(value / 2);
                }
            }
        }
        System.out.println(out[3] + out[50]);

        // One is there from before.
        Set<Integer> begun = new HashSet<>();
        begun.add(99);
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            for (int k = 0; k < 6; k++) {
                begun.add(mix(i + k, 10) & 7);
            }
            out[i] = begun.size();
            begun.clear();
        }
        // Not always.
        Set<Integer> sometimes = new HashSet<>();
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            for (int k = 0; k < 6; k++) {
                sometimes.add(mix(i + k, 10) & 63);
            }
            out[i] += sometimes.size();
            if (sometimes.size() > 20) {
                sometimes.clear();
            }
        }
        // The loop may end before it is empty.
        Deque<Integer> left = new ArrayDeque<>();
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            left.push(i);
            while (!left.isEmpty()) {
                int value = left.pop();
                out[i] += mix(value, 20);
                if (value > 3) {
                    left.push(value / 2);
                    left.push(value / 3);
                }
                if (value == 5) {
                    break;
                }
            }
        }
        // Something is put there behind.
        Deque<Integer> behind = new ArrayDeque<>();
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            behind.push(i);
            while (!behind.isEmpty()) {
                int value = behind.pop();
                out[i] += mix(value, 20);
                if (value > 3) {
                    behind.push(value / 2);
                }
            }
            if ((out[i] & 3) == 0) {
                behind.push(1);
            }
        }
        System.out.println(out[3] + out[50] + left.size() + behind.size() + seen.size());
    }
}
