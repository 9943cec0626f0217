import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls of the JDK whose effects are known: values, texts, readers; some run code of the program, some throw. */
public class Counted {
    /** Formats itself by a counted call inside of another one. */
    static final class Price {
        static int written;
        final int cents;

        Price(int cents) {
            this.cents = cents;
        }

        @Override
        public String toString() {
            written++;
            return String.format("%d.%02d", cents / 100, cents % 100);
        }
    }

    /** Characters that the program makes. */
    static final class Digits extends Reader {
        private int left = 5_000;

        @Override
        public int read(char[] to, int from, int count) {
            if (left == 0) {
                return -1;
            }
            int some = Math.min(Math.min(count, left), 100);
            for (int i = 0; i < some; i++) {
                left--;
                to[from + i] = left % 50 == 0 ? '\n' : (char) ('0' + left % 10);
            }
            return some;
        }

        @Override
        public void close() {}
    }

    static BigDecimal sums() {
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 1; i < 300; i++) {
            sum = sum.add(new BigDecimal("1.25").divide(BigDecimal.valueOf(i), MathContext.DECIMAL64));
        }
        return sum;
    }

    static List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            texts.add(String.format("%05d %s %.3f", i, Integer.toHexString(i), i / 7.0));
        }
        return texts;
    }

    static int found(List<String> texts) {
        Matcher matcher = Pattern.compile("(\\d+)\\.(\\d)").matcher("");
        int found = 0;
        for (String text : texts) {
            matcher.reset(text);
            while (matcher.find()) {
                found += matcher.group(2).length();
            }
        }
        return found;
    }

    static int lines(Reader from) throws IOException {
        int length = 0;
        try (BufferedReader reader = new BufferedReader(from, 64)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                length += line.length();
            }
        }
        return length;
    }

    static int wrong() {
        int wrong = 0;
        for (int i = 0; i < 200; i++) {
            try {
                wrong += LocalDate.parse("2024-0" + i % 10 + "-11").getMonthValue();
            } catch (DateTimeException e) {
                wrong += 1_000;
            }
        }
        return wrong;
    }

    static long prices() {
        long length = 0;
        for (int i = 0; i < 200; i++) {
            length += String.format("%s and %s", new Price(i), new Price(7 * i)).length();
        }
        return length + Price.written;
    }

    static BigInteger powers(int depth) {
        BigInteger power = BigInteger.valueOf(depth).pow(9);
        return depth == 0 ? power : power.add(powers(depth - 1));
    }

    public static void main(String[] args) throws IOException {
        List<String> texts = texts();
        System.out.println(sums() + " " + found(texts) + " " + texts.get(99) + " " + prices() + " " + powers(60) + " " + wrong());
        System.out.println(lines(new StringReader(String.join("\n", texts))) + " " + lines(new Digits()));
    }
}
