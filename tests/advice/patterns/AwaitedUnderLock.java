/** A call takes a lock that its caller holds where it uses the result: there it would wait for ever. */
public class AwaitedUnderLock {
    static final Object monitor = new Object();
    static int total;
    static int[] out = new int[100];

    static int work(int x) {
        for (int k = 0; k < 400; k++) {
            x = x * 31 + (x >>> 7) + k;
        }
        return x & 0xffff;
    }

    static int counted(int x) {
        int result = work(x); // advice of calls: with-changes | not-known | serial via AwaitedUnderLock, remedy leave-lock
        synchronized (monitor) {
            total += result;
        }
        return result;
    }

    static int other(int x) {
        return work(x + 3) + work(x + 4);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 50; i++) {
            int value = counted(i);
            int beside = other(i);
            synchronized (monitor) {
                out[i] += value + beside;
            }
        }
        System.out.println(out[49] + total);
    }
}
