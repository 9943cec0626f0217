import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Stacks that overflow in the middle of everything: accesses, calls, finally blocks, monitors, constructors, library code. */
public class DeepStacks {
    static int entered;
    static int left;
    static long check;
    int[] keep = new int[8];
    long sum;
    DeepStacks next;

    DeepStacks() {}

    DeepStacks(int n) {
        this(n, new int[] {n});
        sum += n;
    }

    DeepStacks(int n, int[] a) {
        super();
        keep = a;
        next = new DeepStacks(n + 1);
        sum = next.sum;
    }

    int arrays(int n, int[] a, long[][] m) {
        a[n & 7] += n;
        m[n & 3][1] = a[(n + 1) & 7];
        keep[a[n & 7] & 7]++;
        return arrays(n + 1, m[n & 3].length > 2 ? keep : a, m) + a[3];
    }

    int lists(int n, List<Integer> list, StringBuilder text) {
        list.add(n);
        text.append(n);
        if (list.size() > 100) {
            list.clear();
            text.setLength(0);
        }
        int result = lists(n + 1, list, text);
        return result + list.remove(0);
    }

    int guarded(int n, int[] a) {
        entered++;
        try {
            a[n & 7]++;
            return guarded(n + 1, a) + keep[n & 7];
        } finally {
            left++;
            a[(n + 1) & 7]--;
        }
    }

    int caught(int n, int[] a) {
        try {
            a[n & 7]++;
            return caught(n + 1, a) + 1;
        } catch (StackOverflowError e) {
            a[n & 7] += 2;
            if (n < 50) {
                throw e;
            }
            return keep[n & 7];
        }
    }

    synchronized int locked(int n, Object lock) {
        synchronized (lock) {
            sum += n;
            return locked(n + 1, lock) + keep[n & 7];
        }
    }

    int sorted(int n, Integer[] values) {
        Arrays.sort(values, (x, y) -> {
            keep[n & 7]++;
            return x - y;
        });
        return sorted(n + 1, values) + 1;
    }

    static int even(int n, DeepStacks d) {
        return odd(n + 1, d) + d.keep[n & 7];
    }

    static int odd(int n, DeepStacks d) {
        d.sum += d.keep[n & 7]++;
        return even(n + 1, d);
    }

    /** What would be read wrongly if the events did not fit any more. */
    static void after(DeepStacks d) {
        int[] a = new int[100];
        for (int i = 1; i < 100; i++) {
            a[i] = a[i - 1] + d.keep.length;
            d.sum += a[i];
        }
        check += a[99];
    }

    static boolean overflows(int kind) {
        DeepStacks d = new DeepStacks();
        try {
            switch (kind) {
                case 0: d.arrays(0, new int[8], new long[4][3]); break;
                case 1: d.lists(0, new ArrayList<>(), new StringBuilder()); break;
                case 2: d.guarded(0, new int[8]); break;
                case 3: d.caught(0, new int[8]); break;
                case 4: d.locked(0, new Object()); break;
                case 5: d.sorted(0, new Integer[] {5, 3, 9, 1}); break;
                case 6: even(0, d); break;
                default: new DeepStacks(0); break;
            }
            return false;
        } catch (StackOverflowError e) {
            return true;
        } finally {
            after(d);
        }
    }

    static void all(String name) {
        StringBuilder line = new StringBuilder(name);
        for (int round = 0; round < 3; round++) {
            for (int kind = 0; kind < 8; kind++) {
                line.append(overflows(kind) ? " overflow" : " caught");
            }
        }
        System.out.println(line.append(' ').append(check));
    }

    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"first", "second"}) {
            Thread main = Thread.currentThread();
            Thread small = new Thread(null, () -> {
                // The rest of main could need an order, for which there may be no stack in the middle of an overflow.
                while (main.getState() != Thread.State.WAITING) {
                    Thread.yield();
                }
                all(name);
            }, name, 200_000);
            small.start();
            small.join();
        }
        System.out.println(entered > 100);
    }
}
