import java.io.*;
import java.lang.reflect.Method;
import java.nio.file.*;
import java.util.*;
import java.util.zip.*;

/**
 * Links classes without initialising them, as a file asks for, one tab-separated request per line:
 *
 * <pre>
 * loader NAME ROOT...   a class loader: directories and jars, searched in order after the platform's own classes
 * link LOADER CLASS     the class is linked; the loader "-" is the JVM's own
 * reject LOADER CLASS   likewise, but the verifier must reject it
 * </pre>
 *
 * Prints one line for each class that does not link: the outcome, a tab, the class, a tab, and why. Exit status 3 if a class
 * that must be rejected was not.
 */
public class Verify {
    private static final Map<String, ClassLoader> LOADERS = new HashMap<>();
    private static final Map<String, Root> ROOTS = new HashMap<>();
    private static final Method[] LINKING = new Method[2];

    public static void main(String[] args) throws Exception {
        // Both link the class first of all. Each then resolves types of public members, which may be missing.
        String[] names = {"getDeclaredFields0", "getDeclaredConstructors0"};
        for (int i = 0; i < names.length; i++) {
            LINKING[i] = Class.class.getDeclaredMethod(names[i], boolean.class);
            LINKING[i].setAccessible(true);
        }
        LOADERS.put("-", ClassLoader.getSystemClassLoader());
        int linked = 0, canaries = 0;
        PrintStream out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, "UTF-8");
        for (String line : Files.readAllLines(Paths.get(args[0]))) {
            String[] words = line.split("\t");
            if (words[0].equals("loader")) {
                LOADERS.put(words[1], new RootsLoader(Arrays.asList(words).subList(2, words.length)));
                continue;
            }
            Throwable fault = link(words[1], words[2]);
            if (words[0].equals("reject")) {
                if (!(fault instanceof VerifyError)) {
                    System.out.println("not rejected: " + line + ": " + fault);
                    System.exit(3);
                }
                canaries++;
            } else if (fault == null) {
                linked++;
            } else {
                out.println(outcome(fault) + "\t" + words[2] + "\t" + String.valueOf(fault).replaceAll("\\s+", " "));
            }
        }
        out.println("linked\t" + linked + "\t" + canaries);
        out.flush();
    }

    private static Throwable link(String loader, String name) {
        try {
            Class<?> found = Class.forName(name, false, LOADERS.get(loader));
            if (!loader.equals("-") && found.getClassLoader() != LOADERS.get(loader)) {
                return new Elsewhere();
            }
            Throwable fault = link(LINKING[0], found);
            return fault instanceof NoClassDefFoundError ? link(LINKING[1], found) : fault;
        } catch (Throwable fault) {
            return fault;
        }
    }

    private static Throwable link(Method linking, Class<?> found) throws IllegalAccessException {
        try {
            linking.invoke(found, true);
            return null;
        } catch (java.lang.reflect.InvocationTargetException thrown) {
            return thrown.getCause();
        }
    }

    private static String outcome(Throwable fault) {
        if (fault instanceof Elsewhere) {
            return "elsewhere";
        }
        if (fault instanceof UnsupportedClassVersionError) {
            return "unsupported";
        }
        // A class that is missing, or another version of it than the one that was compiled against.
        boolean resolution = fault instanceof NoClassDefFoundError || fault instanceof ClassNotFoundException
                || fault instanceof TypeNotPresentException || fault instanceof IncompatibleClassChangeError
                || fault instanceof SecurityException;
        return resolution ? "unresolved" : "rejected";
    }

    /** The platform has a class of that name, and it comes first. */
    private static final class Elsewhere extends Exception {
        private static final long serialVersionUID = 1;
    }

    private static final class RootsLoader extends ClassLoader {
        private final List<Root> roots = new ArrayList<>();

        RootsLoader(List<String> paths) {
            super(ClassLoader.getSystemClassLoader().getParent());
            for (String path : paths) {
                Root root = ROOTS.get(path);
                if (root == null) {
                    root = new Root(path);
                    ROOTS.put(path, root);
                }
                roots.add(root);
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            String entry = name.replace('.', '/') + ".class";
            try {
                for (Root root : roots) {
                    byte[] bytes = root.read(entry);
                    if (bytes != null) {
                        return defineClass(name, bytes, 0, bytes.length);
                    }
                }
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
            throw new ClassNotFoundException(name);
        }
    }

    private static final class Root {
        private final Path path;
        private final boolean isDirectory;
        /** Opened when it is needed. */
        private ZipFile jar;

        Root(String path) {
            this.path = Paths.get(path);
            isDirectory = Files.isDirectory(this.path);
        }

        byte[] read(String entry) throws IOException {
            if (isDirectory) {
                Path file = path.resolve(entry);
                return Files.exists(file) ? Files.readAllBytes(file) : null;
            }
            if (jar == null) {
                jar = new ZipFile(path.toFile());
            }
            ZipEntry found = jar.getEntry(entry);
            if (found == null) {
                return null;
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (InputStream in = jar.getInputStream(found)) {
                byte[] buffer = new byte[1 << 14];
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    out.write(buffer, 0, n);
                }
            }
            return out.toByteArray();
        }
    }
}
