package executed;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Runs programs as they are and edited. {@code java executed.EditedRunner ROUNDS (PLAIN EDITED)...} prints a line for each edited program that
 * prints something else, and "done" in the end.
 */
public final class EditedRunner {
    private EditedRunner() {
    }

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        PrintStream out = System.out;
        for (int k = 1; k + 1 < args.length; k += 2) {
            String expected = output(args[k]);
            String found = expected;
            for (int round = 0; round < rounds && found.equals(expected); round++) {
                found = output(args[k + 1]);
            }
            if (!found.equals(expected)) {
                out.println(args[k] + " " + Results.difference(expected, found));
            }
        }
        out.println("done");
    }

    /** What a program prints; each run has classes of its own. */
    private static String output(String name) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = System.out;
        URL classes = new File(System.getProperty("java.class.path")).toURI().toURL();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, null);
            PrintStream captured = new PrintStream(bytes, true)) {
            System.setOut(captured);
            loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (ReflectiveOperationException e) {
            bytes.write(String.valueOf(e.getCause()).getBytes());
        } finally {
            System.setOut(out);
        }
        return bytes.toString();
    }
}
