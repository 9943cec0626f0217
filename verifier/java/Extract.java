import java.net.URI;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

/** Writes class files to a directory: {@code Extract jrt OUT STEP [MODULE...]} or {@code Extract jar OUT STEP JAR...}. */
public class Extract {
    public static void main(String[] args) throws Exception {
        Path out = Path.of(args[1]);
        int step = Integer.parseInt(args[2]);
        List<String> rest = List.of(args).subList(3, args.length);
        if (args[0].equals("jrt")) {
            FileSystem jrt = FileSystems.getFileSystem(URI.create("jrt:/"));
            List<Path> modules;
            try (Stream<Path> all = Files.list(jrt.getPath("/modules"))) {
                modules = all.sorted().collect(Collectors.toList());
            }
            for (Path module : modules) {
                String name = module.getFileName().toString();
                if (rest.isEmpty() || rest.contains(name)) {
                    copy(module, out.resolve(name), step);
                }
            }
        } else {
            for (String jar : rest) {
                try (FileSystem zip = FileSystems.newFileSystem(Path.of(jar))) {
                    copy(zip.getPath("/"), out.resolve(Path.of(jar).getFileName().toString()), step);
                } catch (java.io.IOException unreadable) {
                    System.err.println(jar + ": " + unreadable);
                }
            }
        }
    }

    static void copy(Path root, Path out, int step) throws Exception {
        List<Path> classes;
        try (Stream<Path> files = Files.walk(root)) {
            classes = files.filter(f -> f.toString().endsWith(".class")).filter(f -> !f.toString().contains("META-INF"))
                    .sorted().collect(Collectors.toList());
        }
        for (int i = 0; i < classes.size(); i++) {
            // Without its descriptor a directory would be no module.
            if (i % step != 0 && !classes.get(i).endsWith("module-info.class")) {
                continue;
            }
            Path to = out.resolve(root.relativize(classes.get(i)).toString());
            Files.createDirectories(to.getParent());
            Files.write(to, Files.readAllBytes(classes.get(i)));
        }
    }
}
