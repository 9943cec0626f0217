import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/** A format whose pattern changes on the way. */
public class FormattedDatesInTwoPatterns {
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

    /** From the fiftieth date on, the pattern is another one. */
    static String[] datesInTwoPatterns() {
        SimpleDateFormat format = format();
        String[] texts = new String[100];
        for (int i = 0; i < 100; i++) { // advice: serial | not-known | overlapping
            if (i == 50) {
                format.applyPattern("dd.MM.");
            }
            texts[i] = format.format(new Date(86_400_000L * work(i)));
        }
        return texts;
    }

    public static void main(String[] args) {
        System.out.println(String.join("", datesInTwoPatterns()).hashCode());
    }
}
