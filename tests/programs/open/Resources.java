import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;

/** try-with-resources: closing order, suppressed exceptions, traced resources closed by generated code. */
public class Resources {
    static class Resource implements AutoCloseable {
        final String name;
        final boolean fails;

        Resource(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
            System.out.print("open " + name + "; ");
        }

        @Override
        public void close() {
            System.out.print("close " + name + "; ");
            if (fails) {
                throw new IllegalStateException("close " + name);
            }
        }
    }

    static int use(boolean body, boolean first, boolean second) {
        try (Resource a = new Resource("a", first); Resource none = null; Resource b = new Resource("b", second)) {
            if (body) {
                throw new RuntimeException("body");
            }
            return a.name.length() + b.name.length();
        } catch (RuntimeException e) {
            return e.getMessage().length() * 10 + e.getSuppressed().length;
        }
    }

    public static void main(String[] args) throws IOException {
        for (int i = 0; i < 8; i++) {
            System.out.println(use((i & 1) != 0, (i & 2) != 0, (i & 4) != 0));
        }
        int n = 0;
        try (BufferedReader r = new BufferedReader(new StringReader("x\nyy\nzzz"))) {
            for (String line; (line = r.readLine()) != null; ) {
                n = n * 10 + line.length();
            }
        }
        System.out.println(n);
    }
}
