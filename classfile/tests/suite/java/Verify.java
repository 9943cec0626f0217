import java.io.File;
import java.nio.file.*;
import java.util.*;

/**
 * Links the classes listed in a file, one per line, and prints one line for each that does not link.
 *
 * <pre>
 * system NAME       the class of that name that the JVM finds by itself
 * dir DIR NAME      the class file below DIR, with the other classes there in front of the JVM's own
 * bad system NAME   likewise, but the verifier must reject it
 * bad dir DIR NAME
 * </pre>
 */
public class Verify {
    private static final Map<String, ClassLoader> LOADERS = new HashMap<>();

    public static void main(String[] args) throws Exception {
        int linked = 0, rejected = 0, unresolved = 0, canaries = 0;
        for (String line : Files.readAllLines(new File(args[0]).toPath())) {
            String[] words = line.split("\t");
            boolean bad = words[0].equals("bad");
            if (bad) {
                words = Arrays.copyOfRange(words, 1, words.length);
            }
            String fault = link(words);
            if (bad) {
                if (fault == null || !fault.startsWith("java.lang.VerifyError")) {
                    System.out.println("CANARY " + line + ": " + fault);
                    System.exit(3);
                }
                canaries++;
            } else if (fault == null) {
                linked++;
            } else if (fault.startsWith("java.lang.NoClassDefFoundError") || fault.startsWith("java.lang.TypeNotPresent")
                    || fault.startsWith("java.lang.ClassNotFound") || fault.startsWith("java.lang.IllegalAccessError")
                    || fault.startsWith("java.lang.IncompatibleClassChangeError") || fault.startsWith("java.lang.SecurityException")) {
                unresolved++;
                System.out.println("UNRESOLVED " + words[words.length - 1] + ": " + fault.split("\n")[0]);
            } else {
                rejected++;
                System.out.println("REJECTED " + words[words.length - 1] + ": " + fault.replace("\n", "\n    "));
            }
        }
        System.out.println("SUMMARY " + linked + " " + rejected + " " + unresolved + " " + canaries);
    }

    /** What went wrong, or null. Asking for constructors links a class without initialising it. */
    private static String link(String[] words) {
        try {
            ClassLoader loader = words[0].equals("system") ? ClassLoader.getSystemClassLoader()
                    : LOADERS.computeIfAbsent(words[1], DirLoader::new);
            Class.forName(words[words.length - 1], false, loader).getDeclaredConstructors();
            return null;
        } catch (Throwable fault) {
            return fault.toString();
        }
    }

    private static final class DirLoader extends ClassLoader {
        private final Path dir;

        DirLoader(String dir) {
            super(Verify.class.getClassLoader());
            this.dir = Paths.get(dir);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                Path file = dir.resolve(name.replace('.', '/') + ".class");
                if (name.startsWith("java.") || !Files.exists(file)) {
                    return super.loadClass(name, resolve);
                }
                try {
                    byte[] bytes = Files.readAllBytes(file);
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (java.io.IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }
}
