import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Iterations may end the loop by what they write, though none did in this run. */
public class ExitsThatDidNotHappen {
    static boolean failed;
    static final AtomicBoolean STOP = new AtomicBoolean();
    boolean done;

    static int mix(int v) {
        for (int k = 0; k < 90; k++) {
            v = v * v % 10007 + k;
        }
        return v;
    }

    static void work(int[] o, int i) {
        int v = mix(i); // advice of calls: serial | not-known
        if (v < 0) {
            failed = true;
            return;
        }
        o[i] = v;
    }

    static void fail(List<String> errors, int i) {
        errors.add("at " + i);
    }

    static boolean isFailed() {
        return failed;
    }

    static int byBreak(int[] o) {
        int i = 0;
        for (; i < o.length; i++) { // advice: search | serial
            work(o, i);
            if (failed) {
                break;
            }
        }
        return i;
    }

    static int byHeader(int[] o) {
        int i = 0;
        while (i < o.length && !failed) { // advice: search | serial
            work(o, i);
            i++;
        }
        return i;
    }

    static int byGetter(int[] o) {
        int i = 0;
        do {
            work(o, i); // advice: search | serial
            i++;
        } while (i < o.length && !isFailed());
        return i;
    }

    int byOwnField(int[] o) {
        int i = 0;
        for (; i < o.length && !done; i++) { // advice: search | serial
            int v = mix(i);
            if (v < 0) {
                done = true;
                continue;
            }
            o[i] = v;
        }
        return i;
    }

    static int byList(int[] o) {
        List<String> errors = new ArrayList<>();
        int i = 0;
        for (; i < o.length; i++) { // advice: search | serial | not-known
            int v = mix(i);
            if (v < 0) {
                fail(errors, i);
            }
            if (!errors.isEmpty()) {
                break;
            }
            o[i] = v;
        }
        return i;
    }

    static int byAtomic(int[] o) {
        int i = 0;
        for (; i < o.length; i++) { // advice: search | serial | not-known
            if (STOP.get()) {
                break;
            }
            int v = mix(i);
            if (v < 0) {
                STOP.set(true);
            }
            o[i] = v;
        }
        return i;
    }

    static int byChain(int[] o) {
        int balance = 9_000_000;
        int i = 0;
        for (; i < o.length; i++) { // advice: search | serial
            int v = mix(i);
            balance = Math.min(9_500_000, balance - v + 60);
            if (balance < 0) {
                break;
            }
            o[i] = v;
        }
        return i;
    }

    public static void main(String[] args) {
        int[] o = new int[40];
        int sum = byBreak(o) + byHeader(o) + byGetter(o) + new ExitsThatDidNotHappen().byOwnField(o);
        System.out.println(sum + byList(o) + byAtomic(o) + byChain(o));
    }
}
