package paratrace.rt;

import java.io.InputStream;
import java.net.URL;

/**
 * Files that come with the program. They lie beside the classes of the runtime, or in a folder of their own if the program was
 * rewritten for a traced JDK: there the runtime is a part of the JDK, where nobody looks for the program's files.
 */
final class Resources {
    /** The JVM's own class loader has loaded the runtime, which does not look for files of the program by itself. */
    private static final boolean OF_JVM = Probe.class.getClassLoader() == null;
    private static final String ON_JDK = "META-INF/paratrace/";
    static final boolean IN_JDK = OF_JVM && !Settings.APPENDED;
    private static final boolean FOR_JDK = IN_JDK || find(ON_JDK.concat(Format.HASH_RESOURCE)) != null;

    /** Null if there is no such file. */
    static InputStream open(String name) {
        return OF_JVM ? ClassLoader.getSystemResourceAsStream(path(name)) : Probe.class.getResourceAsStream("/".concat(path(name)));
    }

    static boolean has(String name) {
        return find(path(name)) != null;
    }

    private static URL find(String path) {
        return OF_JVM ? ClassLoader.getSystemResource(path) : Probe.class.getResource("/".concat(path));
    }

    static String path(String name) {
        return (FOR_JDK ? ON_JDK : "paratrace/rt/").concat(name);
    }

    /** The program was rewritten for a traced JDK, and this JVM runs on another one: there is no trace. */
    static boolean lackTheirJdk() {
        return FOR_JDK && !IN_JDK;
    }

    private Resources() {}
}
