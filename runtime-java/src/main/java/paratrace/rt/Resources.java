package paratrace.rt;

import java.io.InputStream;

/**
 * Files that come with the program. They lie beside the classes of the runtime, or in a folder of their own if the program was
 * rewritten for a traced JDK: there the runtime is a part of the JDK, where nobody looks for the program's files.
 */
final class Resources {
    private static final boolean IN_JDK = Probe.class.getClassLoader() == null;
    private static final String ON_JDK = "META-INF/paratrace/";
    private static final boolean FOR_JDK = IN_JDK || Probe.class.getResource("/".concat(ON_JDK).concat(Format.HASH_RESOURCE)) != null;

    /** Null if there is no such file. */
    static InputStream open(String name) {
        return IN_JDK ? ClassLoader.getSystemResourceAsStream(path(name)) : Probe.class.getResourceAsStream("/".concat(path(name)));
    }

    static boolean has(String name) {
        return (IN_JDK ? ClassLoader.getSystemResource(path(name)) : Probe.class.getResource("/".concat(path(name)))) != null;
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
