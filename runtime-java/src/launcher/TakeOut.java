import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Copies the class files of {@code java.base} out of the JDK that it runs on, which may have no tool for that.
 *
 * <p>Usage: {@code java TakeOut OUTDIR}. It comes compiled, as such a JDK has no compiler either.
 */
public final class TakeOut {
    public static void main(String[] args) throws IOException {
        Path to = Paths.get(args[0]);
        Path module = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
        try (Stream<Path> all = Files.walk(module)) {
            for (Iterator<Path> files = all.iterator(); files.hasNext();) {
                Path file = files.next();
                // Paths of two file systems have nothing in common but their text.
                Path copy = to.resolve(module.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else if (file.toString().endsWith(".class")) {
                    Files.copy(file, copy);
                }
            }
        }
    }

    private TakeOut() {}
}
