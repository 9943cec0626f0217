import java.io.BufferedReader;
import java.io.CharArrayReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Loops that hand a character on through strings, their builders, bytes and readers, and a twin whose iterations are independent. */
public class Texts {
    static final int N = 500;
    static final Charset CHARSET = Charset.forName("windows-1252");
    static final int[] hashes = new int[N];

    static char next(int x) {
        return (char) ('a' + (x * 31 + (x >>> 3) + 1) % 26);
    }

    static String chars(String s) {
        for (int i = 0; i < N; i++) { // serial
            char[] chars = s.toCharArray();
            chars[0] = next(chars[0]);
            s = new String(chars);
        }
        return s;
    }

    static String utf8(String s) {
        for (int i = 0; i < N; i++) { // serial
            byte[] bytes = s.getBytes(StandardCharsets.UTF_8);
            bytes[0] = (byte) next(bytes[0]);
            s = new String(bytes, StandardCharsets.UTF_8);
        }
        return s;
    }

    static String charset(String s) {
        for (int i = 0; i < N; i++) { // serial
            byte[] bytes = s.getBytes(CHARSET);
            bytes[0] = (byte) next(bytes[0]);
            s = new String(bytes, 0, bytes.length, CHARSET);
        }
        return s;
    }

    static String named(String s) throws Exception {
        for (int i = 0; i < N; i++) { // serial
            byte[] bytes = s.getBytes("ISO-8859-2");
            bytes[0] = (byte) next(bytes[0]);
            s = new String(bytes, "ISO-8859-2");
        }
        return s;
    }

    static int appended(char[] chars) {
        for (int i = 0; i < N; i++) { // serial
            StringBuilder builder = new StringBuilder();
            chars[0] = next(chars[0]);
            builder.append(chars);
            builder.insert(0, chars, 1, 1);
            builder.getChars(1, 2, chars, 0);
        }
        return chars[0];
    }

    static String built(String s) {
        for (int i = 0; i < N; i++) { // serial
            StringBuilder builder = new StringBuilder();
            builder.append(next(s.charAt(0)));
            s = new String(builder);
        }
        return s;
    }

    static String buffered(char[] chars) {
        for (int i = 0; i < N; i++) { // serial
            StringBuffer buffer = new StringBuffer();
            buffer.append(chars, 0, 2);
            chars[0] = next(buffer.charAt(0));
        }
        return new String(chars);
    }

    static String lines(String s) throws Exception {
        for (int i = 0; i < N; i++) { // serial
            char[] chars = {next(s.charAt(0)), 'b'};
            s = new BufferedReader(new CharArrayReader(chars)).readLine();
        }
        return s;
    }

    static void apart() {
        for (int i = 0; i < N; i++) { // independent
            char[] chars = {next(i), 'b'};
            StringBuilder builder = new StringBuilder().append(chars);
            byte[] bytes = new String(builder).getBytes(CHARSET);
            hashes[i] = new String(bytes, StandardCharsets.UTF_8).hashCode();
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(chars("ab") + utf8("ab") + charset("ab") + named("ab") + built("ab") + lines("ab"));
        System.out.println(appended(new char[] {'a', 'b'}) + buffered(new char[] {'a', 'b'}));
        apart();
        System.out.println(hashes[N - 1]);
    }
}
