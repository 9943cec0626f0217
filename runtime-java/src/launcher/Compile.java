import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles a program as {@code java FILE} does (JEP 330, 458, 512), but to class files that can be traced.
 *
 * <p>Usage: {@code java Compile.java OUTDIR FILE CLASSPATH JAVAC-OPTION...}. Prints what {@code java} is to start, a class or
 * {@code MODULE/CLASS}, and ends with {@link #COMPILED}. What is wrong with the program is told as {@code java} tells it, with
 * {@link #REFUSED}.
 */
final class Compile {
    /** Exit status that no failure of a JVM has. */
    private static final int COMPILED = 42;
    private static final int REFUSED = 1;
    /** From this version on, a program may have several source files. */
    private static final int SEVERAL_FILES = 22;
    /** Files that are compiled at most because they might be loaded by name. */
    private static final int MOST_BY_NAME = 2000;
    /** Code that mentions none of these loads no class by a name that it computes. */
    private static final List<String> LOADERS =
            Arrays.asList("forName", "loadClass", "findClass", "java/util/ServiceLoader", "java/io/ObjectInputStream");

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
    private final int version = Runtime.version().feature();
    private final Path out;
    private final String classPath;
    private final List<String> options;
    private final Set<String> compiled = new HashSet<>();

    private Compile(Path out, String classPath, List<String> options) {
        this.out = out;
        this.classPath = classPath;
        this.options = options;
    }

    public static void main(String[] args) throws Exception {
        List<String> options = new ArrayList<>(Arrays.asList(args).subList(3, args.length));
        String start;
        try {
            start = new Compile(Paths.get(args[0]), args[2], options).program(Paths.get(args[1]));
        } catch (Refused refused) {
            System.err.println("error: " + refused.getMessage());
            System.out.print("refused");
            System.out.flush();
            System.exit(REFUSED);
            return;
        }
        System.out.write(start.getBytes(StandardCharsets.UTF_8));
        System.out.flush();
        System.exit(COMPILED);
    }

    /** The program cannot be started, and {@code java} would say the same. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(String what) {
            super(what);
        }
    }

    private String program(Path file) throws IOException, Refused {
        addOptions();
        Source source = new Source(file);
        CompilationUnitTree unit = ((JavacTask) compiler.getTask(new java.io.StringWriter(), files, d -> { }, null, null,
                Collections.singletonList(source))).parse().iterator().next();
        List<String> types = types(unit);
        if (types.isEmpty()) {
            throw new Refused("no class declared in source file");
        }
        List<JavaFileObject> units = new ArrayList<>(Collections.singletonList(source));
        if (version < SEVERAL_FILES) {
            compileAll(units);
            return types.get(0);
        }
        Path root = root(file, unit);
        Path module = root.resolve("module-info.java");
        files.setLocation(StandardLocation.SOURCE_PATH,
                source.script ? Collections.<File>emptyList() : Collections.singletonList(root.toFile()));
        if (Files.exists(module)) {
            files.getJavaFileObjects(module.toFile()).forEach(units::add);
        }
        compileAll(units);
        if (!source.script && mayLoadByName()) {
            compileOthers(root);
        }
        String main = main(types, file);
        return Files.exists(module) ? moduleName(module) + "/" + main : main;
    }

    /** The options that {@code java} adds itself. */
    private void addOptions() throws Refused {
        if (options.contains("--enable-preview") && !options.contains("--release")) {
            if (version < SEVERAL_FILES) {
                throw new Refused("--enable-preview must be used with --source");
            }
            options.addAll(Arrays.asList("--release", String.valueOf(version)));
        }
        options.addAll(Arrays.asList("--class-path", classPath, "-proc:none", "-Xdiags:verbose", "-Xlint:deprecation",
                "-Xlint:unchecked", "-Xlint:-options", "-d", out.toString()));
        if (version >= SEVERAL_FILES) {
            options.addAll(Arrays.asList("-implicit:class", "-Xprefer:source", "-XDsourceLauncher", "-XDsuppressNotes"));
        }
    }

    private static List<String> types(CompilationUnitTree unit) {
        String prefix = unit.getPackageName() == null ? "" : unit.getPackageName() + ".";
        List<String> types = new ArrayList<>();
        for (Tree type : unit.getTypeDecls()) {
            if (type instanceof ClassTree) {
                types.add(prefix + ((ClassTree) type).getSimpleName());
            }
        }
        return types;
    }

    private void compileAll(List<JavaFileObject> units) throws Refused {
        if (!compiler.getTask(null, new Outputs(), null, options, null, units).call()) {
            throw new Refused("compilation failed");
        }
    }

    /** The directory of the root package. */
    private static Path root(Path file, CompilationUnitTree unit) throws Refused {
        Path absolute = file.normalize().toAbsolutePath();
        Path directory = absolute.getParent();
        if (unit.getPackageName() == null) {
            return directory;
        }
        String name = unit.getPackageName().toString();
        Path expected = Paths.get(name.replace('.', '/'));
        if (!directory.endsWith(expected)) {
            throw new Refused("end of path to source file does not match its package name " + name + ": " + file);
        }
        for (int level = 0; level < expected.getNameCount(); level++) {
            directory = directory.getParent();
        }
        return directory;
    }

    /** The class to start: the first one, or the one that is called like the file, if only that has a main method. */
    private String main(List<String> types, Path file) throws IOException {
        String name = file.getFileName().toString();
        String simple = name.endsWith(".java") ? name.substring(0, name.length() - 5) : name;
        String first = types.get(0);
        String named = first.substring(0, first.lastIndexOf('.') + 1) + simple;
        return !hasMain(first) && types.contains(named) ? named : first;
    }

    private boolean hasMain(String name) throws IOException {
        List<URL> urls = new ArrayList<>(Collections.singletonList(out.toUri().toURL()));
        for (String place : classPath.split(File.pathSeparator)) {
            urls.add(Paths.get(place).toUri().toURL());
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]))) {
            for (Class<?> type = Class.forName(name, false, loader); type != null; type = type.getSuperclass()) {
                if (Stream.concat(Stream.of(type), Stream.of(type.getInterfaces()))
                        .flatMap(each -> Stream.of(each.getDeclaredMethods())).anyMatch(method -> method.getName().equals("main"))) {
                    return true;
                }
            }
            return false;
        } catch (ClassNotFoundException | LinkageError unknown) {
            return true;
        }
    }

    private static String moduleName(Path descriptor) throws IOException, Refused {
        String text = new String(Files.readAllBytes(descriptor), StandardCharsets.UTF_8);
        String bare = text.replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", " ");
        java.util.regex.Matcher found = java.util.regex.Pattern.compile("\\bmodule\\s+([^\\s{]+)").matcher(bare);
        if (!found.find()) {
            throw new Refused("compilation failed");
        }
        return found.group(1);
    }

    /** Whether classes may be loaded by names that the compiler does not see. What is on the class path may do everything. */
    private boolean mayLoadByName() throws IOException {
        if (!classPath.isEmpty() || options.contains("--module-path") || options.contains("-p")) {
            return true;
        }
        try (Stream<Path> classes = Files.walk(out)) {
            for (Path file : (Iterable<Path>) classes.filter(path -> path.toString().endsWith(".class"))::iterator) {
                String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                if (LOADERS.stream().anyMatch(text::contains)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Compiles the other source files, one by one: {@code java} does so when a class is asked for. Those that cannot be compiled
     * are left out.
     */
    private void compileOthers(Path root) throws IOException, Refused {
        Set<Path> others;
        try (Stream<Path> all = Files.walk(root)) {
            others = all.filter(path -> path.toString().endsWith(".java") && inPackage(root, path))
                    .filter(path -> !compiled.contains(path.toUri().toString()))
                    .limit(MOST_BY_NAME + 1).collect(Collectors.toCollection(TreeSet::new));
        } catch (java.io.UncheckedIOException unreadable) {
            throw new Refused("a directory of source files cannot be read: " + unreadable.getCause().getMessage());
        }
        if (others.size() > MOST_BY_NAME) {
            throw new Refused("more than " + MOST_BY_NAME + " source files in " + root
                    + " may be loaded by name: compile the program with javac, then start its class");
        }
        for (Path other : others) {
            if (!compiled.contains(other.toUri().toString())) {
                compiler.getTask(new java.io.StringWriter(), new Outputs(), d -> { }, options, null,
                        files.getJavaFileObjects(other.toFile())).call();
            }
        }
    }

    private static boolean inPackage(Path root, Path file) {
        String name = file.getFileName().toString();
        Path directory = root.relativize(file.getParent());
        return SourceVersion.isName(name.substring(0, name.length() - 5))
                && (directory.toString().isEmpty() || SourceVersion.isName(directory.toString().replace(File.separator, ".")));
    }

    /** Remembers which source files have become classes. */
    private final class Outputs extends ForwardingJavaFileManager<JavaFileManager> {
        Outputs() {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject sibling)
                throws IOException {
            if (sibling != null) {
                compiled.add(sibling.toUri().toString());
            }
            // The class files of a file lie in the output directory, never beside it.
            return super.getJavaFileForOutput(location, name, kind, null);
        }

        /** The program's file is in the module of its directory. */
        @Override
        public boolean contains(Location location, FileObject file) throws IOException {
            return file instanceof Source || super.contains(location, file);
        }
    }

    /** The file of the program: it may have any name, and a first line for the shell. */
    private static final class Source extends SimpleJavaFileObject {
        private final Path file;
        private final String text;
        /** Its first line names an interpreter. */
        final boolean script;

        Source(Path file) throws IOException {
            super(file.toUri(), Kind.SOURCE);
            this.file = file;
            String all = new String(Files.readAllBytes(file), Charset.defaultCharset());
            script = all.startsWith("#!") && !file.getFileName().toString().endsWith(".java");
            // The numbers of lines stay.
            text = script ? all.substring(all.indexOf('\n') < 0 ? all.length() : all.indexOf('\n')) : all;
        }

        @Override
        public URI toUri() {
            return uri;
        }

        @Override
        public String getName() {
            return file.toString();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return kind == Kind.SOURCE && SourceVersion.isIdentifier(simpleName);
        }
    }
}
