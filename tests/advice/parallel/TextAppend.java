package parallel;

import executed.Tasks;
import executed.Versions;

// follows: TextAppend.java:5 reduction
/** One builder per task, joined in order at the end. */
public final class TextAppend implements Versions {
    @Override
    public String serial() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            text.append(i * 7919 % 1009).append(',');
        }
        return text.toString();
    }

    @Override
    public String parallel() throws Exception {
        return String.join("", Tasks.results(0, 2000, TextAppend::part));
    }

    private static String part(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(i * 7919 % 1009).append(',');
        }
        return text.toString();
    }
}
