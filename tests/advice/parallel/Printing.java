package parallel;

import executed.Versions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.stream.IntStream;

// follows: Printing.java:4 reduction
/** Tasks return their text, and it is printed in order. */
public final class Printing implements Versions {
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(output);

    @Override
    public String serial() {
        for (int i = 0; i < 400; i++) {
            out.println(hash(i));
        }
        return output.toString();
    }

    @Override
    public String parallel() {
        IntStream.range(0, 400).parallel().mapToObj(i -> Integer.toString(hash(i))).forEachOrdered(out::println);
        return output.toString();
    }

    private static int hash(int i) {
        int hash = i;
        for (int j = 0; j < 10; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }
}
