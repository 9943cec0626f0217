package paratrace.rt;

import java.io.File;
import java.io.IOException;

/**
 * Chooses and creates the trace directory: one run, one directory, never one that holds anything. Whoever creates
 * {@code program.map} in it owns it; both that and {@code mkdir} are atomic, so JVMs that start at once never share one.
 */
final class Place {
    static final String DIR_PROPERTY = "paratrace.dir";
    static final String DIR_VARIABLE = "PARATRACE_DIR";
    /** Names a directory for the traces of JVMs that a traced program starts; set by {@code paratrace run}. */
    static final String TRACES_VARIABLE = "PARATRACE_TRACES";

    private static final int MOST = 10_000;

    /** A new directory that contains nothing but an empty {@code program.map}. */
    static File create() throws IOException {
        String name = Settings.DIRECTORY;
        boolean named = name != null;
        String traces = Settings.TRACES;
        // A child may have been given its parent's options, with the parent's directory.
        boolean child = traces != null && (!named || holdsTrace(new File(name)));
        if (child || !named) {
            String program = program(Settings.COMMAND, Settings.CLASS_PATH);
            name = child ? traces.concat(File.separator).concat(program) : "paratrace-".concat(program);
        }
        if (child) {
            named = true;
        }
        if (child || Ancestors.oneIsTraced()) {
            Notice.silence();
        }
        while (name.length() > 1 && (name.endsWith("/") || name.endsWith(File.separator))) {
            name = name.substring(0, name.length() - 1);
        }
        if (named) {
            File parent = Settings.absolute(name).getParentFile();
            if (parent != null) {
                parent.mkdirs();
            }
        }
        for (int i = 1; i <= MOST; i++) {
            File dir = new File(i == 1 ? name : name + "-" + i);
            if (claim(dir, named && i == 1)) {
                if (i > 1) {
                    Notice.print(name + (holdsTrace(new File(name)) ? " holds a trace already" : " exists already")
                            + ", writing to " + dir);
                }
                return dir;
            }
        }
        throw new IOException(name + " and " + MOST + " directories numbered after it exist already");
    }

    private static boolean claim(File dir, boolean mayExist) throws IOException {
        if (!dir.mkdir()) {
            if (!dir.exists()) {
                throw new IOException("cannot create the directory " + Settings.absolute(dir.getPath()));
            }
            String[] files = mayExist ? dir.list() : null;
            if (files == null || files.length != 0) {
                return false;
            }
        }
        if (Resources.has(Format.PRIVATE_RESOURCE)) {
            keepFromOthers(dir);
        }
        File map = new File(dir, Format.MAP_FILE);
        if (!map.createNewFile()) {
            return false;
        }
        if (new File(dir, Format.segmentFile(0)).exists()) {
            map.delete(); // The owner has no map, and has deleted the file that claimed the directory for it.
            return false;
        }
        return true;
    }

    /** Whoever may not read the classes may not read what they do. Some systems have no such permissions. */
    private static void keepFromOthers(File dir) {
        dir.setReadable(false, false);
        dir.setReadable(true, true);
        dir.setWritable(false, false);
        dir.setWritable(true, true);
        dir.setExecutable(false, false);
        dir.setExecutable(true, true);
    }

    private static boolean holdsTrace(File dir) {
        return new File(dir, Format.segmentFile(0)).exists() || new File(dir, Format.MAP_FILE).exists();
    }

    /** The program's name as a file name, from the command that the JVM was started with. */
    static String program(String command, String classPath) {
        String first = command == null ? "" : command;
        boolean jar = classPath != null && classPath.endsWith(".jar") && first.startsWith(classPath);
        if (jar) {
            first = classPath; // It may contain spaces.
        } else if (first.indexOf(' ') >= 0) {
            first = first.substring(0, first.indexOf(' '));
        }
        first = first.substring(Math.max(first.lastIndexOf('/'), first.lastIndexOf(File.separatorChar)) + 1);
        if (first.endsWith(".jar")) {
            first = first.substring(0, first.length() - 4);
            if (first.endsWith(".traced")) {
                first = first.substring(0, first.length() - 7);
            }
        } else {
            first = first.substring(first.lastIndexOf('.') + 1);
        }
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < first.length() && i < 100; i++) {
            char c = first.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
                    || c == '.' && i > 0;
            name.append(plain ? c : '_');
        }
        return name.length() == 0 ? "program" : name.toString();
    }

    private Place() {}
}
