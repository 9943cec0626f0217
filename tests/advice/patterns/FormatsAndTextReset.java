import java.text.DecimalFormat;

/** Formats and texts that each iteration begins anew, and such that keep what an iteration has left. */
public class FormatsAndTextReset {
    static int work(int start) {
        int x = start;
        for (int k = 0; k < 40; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        int n = 300;
        String[] out = new String[n];
        DecimalFormat format = new DecimalFormat("0.000");
        for (int i = 0; i < n; i++) { // advice: private-copies
            out[i] = format.format(work(i) / 7.0);
        }
        DecimalFormat grouped = new DecimalFormat("#,##0");
        for (int i = 0; i < n; i++) { // advice: private-copies
            out[i] += grouped.format(work(i));
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < n; i++) { // advice: private-copies
            text.delete(0, text.length());
            text.append(work(i)).append(':').append(work(i + 1));
            out[i] += text.toString();
        }
        StringBuffer buffer = new StringBuffer();
        for (int i = 0; i < n; i++) { // advice: private-copies
            buffer.append(work(i)).append(':').append(i);
            out[i] += buffer.toString();
            buffer.delete(0, buffer.length());
        }
        System.out.println(out[17]);

        DecimalFormat changed = new DecimalFormat("0.000");
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            out[i] = changed.format(work(i) / 7.0);
            if (work(i) % 5 == 0) {
                changed.setMaximumFractionDigits(i % 4);
            }
        }
        StringBuilder part = new StringBuilder("begin");
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            part.delete(0, 3);
            part.append(work(i));
            out[i] += part.length();
        }
        StringBuilder tail = new StringBuilder("begin");
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            tail.delete(1, tail.length());
            tail.append(work(i));
            out[i] += tail.toString();
            tail.setCharAt(0, (char) ('a' + work(i) % 26));
        }
        StringBuilder one = new StringBuilder("begin");
        StringBuilder other = new StringBuilder("x");
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            one.delete(0, other.length());
            one.append(work(i));
            out[i] += one.toString();
        }
        StringBuilder[] all = new StringBuilder[n];
        StringBuilder stored = new StringBuilder();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            stored.setLength(0);
            stored.append(work(i));
            all[i] = stored;
        }
        System.out.println(all[3]);
        StringBuilder deleted = new StringBuilder();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            deleted.delete(0, deleted.length());
            deleted.append(work(i));
            all[i] = deleted;
        }
        System.out.println(all[3]);
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < n; i++) { // advice: with-changes
            shown.setLength(0);
            shown.append(work(i));
            out[i] = shown.toString();
        }
        System.out.println(shown);
        StringBuilder measured = new StringBuilder("begin");
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            out[i] += measured.length();
            measured.delete(0, measured.length());
            measured.append(work(i));
        }
        System.out.println(out[17] + one.length());
    }
}
