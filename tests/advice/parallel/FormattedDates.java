package parallel;

import executed.Tasks;
import executed.Versions;
import java.text.SimpleDateFormat;
import java.util.Arrays;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

// follows: FormattedDates.java:25 private-copies
/** A format for each task. */
public final class FormattedDates implements Versions {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 300; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    static SimpleDateFormat format() {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        return format;
    }

    static String[] dates() {
        SimpleDateFormat format = format();
        String[] texts = new String[100];
        for (int i = 0; i < 100; i++) {
            texts[i] = format.format(new Date(86_400_000L * work(i)));
        }
        return texts;
    }

    static String[] datesInParallel() throws Exception {
        String[] texts = new String[100];
        Tasks.chunks(0, 100, (from, to) -> {
            SimpleDateFormat format = format();
            for (int i = from; i < to; i++) {
                texts[i] = format.format(new Date(86_400_000L * work(i)));
            }
        });
        return texts;
    }

    @Override
    public String serial() throws Exception {
        return Arrays.toString(dates());
    }

    @Override
    public String parallel() throws Exception {
        return Arrays.toString(datesInParallel());
    }
}
