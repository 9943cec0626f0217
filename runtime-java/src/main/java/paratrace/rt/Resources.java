package paratrace.rt;

import java.io.InputStream;

/**
 * Files that come with the program. They lie beside the classes of the runtime, or in a folder of their own if that is a part of
 * the JDK, where nobody looks for the program's files.
 */
final class Resources {
    private static final boolean IN_JDK = Probe.class.getClassLoader() == null;

    /** Null if there is no such file. */
    static InputStream open(String name) {
        return IN_JDK ? ClassLoader.getSystemResourceAsStream(path(name)) : Probe.class.getResourceAsStream(name);
    }

    static boolean has(String name) {
        return (IN_JDK ? ClassLoader.getSystemResource(path(name)) : Probe.class.getResource(name)) != null;
    }

    static String path(String name) {
        return (IN_JDK ? "META-INF/paratrace/" : "paratrace/rt/").concat(name);
    }

    private Resources() {}
}
