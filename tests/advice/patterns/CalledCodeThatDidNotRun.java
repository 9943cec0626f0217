import java.util.List;
import java.util.function.IntUnaryOperator;

/** What a loop calls has code that did not run, and that would make iterations depend on one another. */
public class CalledCodeThatDidNotRun {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    interface Listener {
        void found(int value);
    }

    static boolean stop;

    static void visit(int i, int[] out, Listener listener) {
        int v = mix(i, 40);
        listener.found(v);
        out[i] = v;
    }

    interface Step {
        int run(int v);
    }

    static int offset = 1;
    int factor = 1;

    int scaled(int v) {
        if (v == -1) {
            factor = 5;
        }
        return mix(v * factor, 40);
    }

    static final class Total {
        int n;

        void add(int v) {
            n += v;
        }

        int reset() {
            int last = n;
            n = 0;
            return last;
        }

        int seen() {
            return n;
        }
    }

    static void store(int[] out, int i, int v) {
        if (v == 77) {
            out[i] = 0;
        } else {
            out[i] = v;
        }
    }

    static void storeBehind(int[] out, int i, int v) {
        out[i] = v;
        if (v == 77) {
            out[i + 1] = v;
        }
    }

    static final class Row {
        int value;
        int hits;

        void fill(int v) {
            value = v;
            if (v == 77) {
                hits = value + hits;
            }
        }

        int looked(int v) {
            if (v == 77) {
                hits = v;
            }
            return v + hits;
        }
    }

    public static void main(String[] args) {
        int n = 120;
        int[] out = new int[n + 1];
        int from = 0;
        for (int i = 0; i < n && !stop; i++) { // advice: search
            visit(i, out, v -> {
                if (v == 77) {
                    stop = true;
                }
            });
        }
        int[] state = {1};
        Step captures = v -> {
            if (v == 77) {
                state[0] = v;
            }
            return mix(v + state[0], 40);
        };
        for (int i = 0; i < n; i++) { // advice: with-changes
            out[i] += captures.run(i + 100);
        }
        IntUnaryOperator library = v -> {
            if (v == 77) {
                state[0] = v;
            }
            return mix(v + state[0], 40);
        };
        for (int i = 0; i < n; i++) { // advice: with-changes
            out[i] += library.applyAsInt(i + 100);
        }
        Step anonymous = new Step() {
            public int run(int v) {
                if (v == 77) {
                    state[0] = v;
                }
                return mix(v + state[0], 40);
            }
        };
        for (int i = 0; i < n; i++) { // advice: with-changes
            out[i] += anonymous.run(i + 100);
        }
        CalledCodeThatDidNotRun scale = new CalledCodeThatDidNotRun();
        IntUnaryOperator reference = scale::scaled;
        for (int i = 0; i < n; i++) { // advice: with-changes via factor
            out[i] += reference.applyAsInt(i + 100);
        }
        Total total = new Total();
        for (int i = 0; i < n; i++) { // advice: with-changes | overlapping via n
            int v = mix(i, 40);
            total.add(v);
            if (v == 77) {
                out[i] = total.reset();
            }
        }
        for (int i = 0; i < n; i++) { // advice: with-changes | scan | overlapping via n
            int v = mix(i, 40);
            total.add(v);
            if (v == 77) {
                out[i] = total.seen();
            }
        }
        for (int i = 1; i < n; i++) { // advice: with-changes
            int v = mix(i, 40);
            out[i] = v == 77 ? out[i - 1] : v;
        }
        // An element of its own for each iteration, whichever branch stores it.
        for (int i = 0; i < n; i++) { // advice: independent
            store(out, i, mix(i, 40));
        }
        for (int i = 0; i < n; i++) { // advice: with-changes
            storeBehind(out, i, mix(i, 40));
        }
        Row[] rows = new Row[n];
        for (int i = 0; i < n; i++) { // advice: independent
            rows[i] = new Row();
            rows[i].fill(mix(i, 40));
        }
        for (int i = 0; i < n; i++) { // advice: independent
            rows[i].fill(mix(i, 40));
        }
        List<Row> few = List.of(new Row(), new Row());
        for (int i = 0; i < n; i++) { // advice: with-changes via hits
            out[i] += few.get(i & 1).looked(mix(i, 40));
        }
        List<Row> all = List.of(rows);
        for (int i = 0; i < n; i++) { // advice: independent
            out[i] += all.get(i).looked(mix(i, 40));
        }
        long sum = total.n + offset + from;
        for (int i = 0; i < n; i++) {
            sum = sum * 31 + out[i] + rows[i].value + rows[i].hits;
        }
        System.out.println(sum);
    }
}
