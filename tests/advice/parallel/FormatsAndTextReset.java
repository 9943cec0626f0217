package parallel;

import executed.Tasks;
import executed.Versions;
import java.text.DecimalFormat;

// follows: FormatsAndTextReset.java:17 private-copies
/** Each task has a format of its own. */
public final class FormatsAndTextReset implements Versions {
    @Override
    public String serial() {
        int n = 300;
        String[] out = new String[n];
        DecimalFormat format = new DecimalFormat("0.000");
        for (int i = 0; i < n; i++) {
            out[i] = format.format(work(i) / 7.0);
        }
        return String.join(" ", out);
    }

    @Override
    public String parallel() throws Exception {
        int n = 300;
        String[] out = new String[n];
        Tasks.chunks(0, n, (from, to) -> {
            DecimalFormat format = new DecimalFormat("0.000");
            for (int i = from; i < to; i++) {
                out[i] = format.format(work(i) / 7.0);
            }
        });
        return String.join(" ", out);
    }

    private static int work(int start) {
        int x = start;
        for (int k = 0; k < 40; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }
}
