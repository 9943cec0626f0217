package paratrace.rt;

import java.io.File;

/**
 * What the runtime was told by whoever started the JVM. All of it is read before the first statement of the program, which may
 * change or remove every property, and may bring a security manager that forbids to read them.
 */
final class Settings {
    /** Where the trace goes, from the property or the variable of the environment; null if neither says. */
    static final String DIRECTORY = directory();
    /** A directory for the traces of JVMs that a traced program starts; null if there is none. */
    static final String TRACES = variable(Place.TRACES_VARIABLE);
    static final String MAP = filled(property(ProgramMap.FILE_PROPERTY));
    static final String MAX_SIZE = filled(property(Room.PROPERTY));
    /** No line at the end is wanted. */
    static final boolean QUIET = isSet(LastLine.PROPERTY);
    /** All that a traced JDK executes is followed, also where its own calls are only counted otherwise. */
    static final boolean FOLLOW_JDK = isSet("paratrace.follow-jdk");
    /** The program and its arguments, as the launcher tells them. */
    static final String COMMAND = property("sun.java.command");
    static final String CLASS_PATH = property("java.class.path");
    /** The encoding of file names. */
    static final String FILE_NAMES = property("sun.jnu.encoding");
    /** The program brings a file system of its own for all files. */
    static final boolean OWN_FILE_SYSTEM = property("java.nio.file.spi.DefaultFileSystemProvider") != null;

    /** The JVM's own class loader finds the runtime in a jar that lies behind the JDK's classes. Else, if it does find it, it is a part of a traced JDK. */
    static final boolean APPENDED = property("paratrace.appended") != null;

    private static final String WORKING_DIRECTORY = property("user.dir");

    /** Reads them, if nobody has. */
    static void read() {
        // The initialiser of this class does.
    }

    /** A file by its whole path. Some releases ask the property {@code user.dir} each time, which the program may have changed. */
    static File absolute(String path) {
        File file = new File(path);
        return file.isAbsolute() || WORKING_DIRECTORY == null ? file : new File(WORKING_DIRECTORY, path);
    }

    private static String directory() {
        String named = filled(property(Place.DIR_PROPERTY));
        return named == null ? variable(Place.DIR_VARIABLE) : named;
    }

    private static boolean isSet(String name) {
        String value = property(name);
        return value != null && !value.equalsIgnoreCase("false");
    }

    /** Null if it may not be read. */
    private static String property(String name) {
        try {
            return System.getProperty(name);
        } catch (SecurityException e) {
            return null;
        }
    }

    /** The same for the environment, and null if it is empty. */
    private static String variable(String name) {
        try {
            return filled(System.getenv(name));
        } catch (SecurityException e) {
            return null;
        }
    }

    private static String filled(String value) {
        return value == null || value.isEmpty() ? null : value;
    }

    private Settings() {}
}
