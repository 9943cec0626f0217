package paratrace.rt;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A file with the program map that the traced program names, as several jars share it. Unpacking a map of 250 MB from a jar takes
 * longer than a second; a trace needs only another name for such a file.
 */
final class MapFile {
    /** Who may do what with a file: a trace's map gives nobody rights that a new file in the trace would not give. */
    private static final String RIGHTS = "unix:mode,uid,gid";

    /** Nobody writes to a shared map, so it need not allow it. */
    private static final int WRITE = 0222;

    /** The file; null if the program has the map itself, names no file, or the file is gone. */
    static File find() throws IOException {
        if (Resources.has(Format.MAP_RESOURCE)) {
            return null;
        }
        InputStream in = Resources.open(Format.PLACE_RESOURCE);
        if (in == null) {
            return null;
        }
        try {
            ByteArrayOutputStream path = new ByteArrayOutputStream();
            for (int b = in.read(); b >= 0; b = in.read()) {
                path.write(b);
            }
            File file = new File(Settings.FILE_NAMES == null ? path.toString() : path.toString(Settings.FILE_NAMES));
            return file.isFile() ? file : null;
        } finally {
            in.close();
        }
    }

    /**
     * Makes {@code to} another name of a file that nobody writes to. False if that cannot be: on another disk, on systems without such
     * names, if its owner and group are not those of {@code model}, a new file of the trace, and if it has rights that this lacks.
     */
    static boolean link(File file, File to, File model) {
        // The program's own file system is none of ours.
        if (Settings.OWN_FILE_SYSTEM) {
            return false;
        }
        try {
            Path path = file.toPath();
            Map<String, Object> own = rights(path);
            Map<String, Object> given = rights(Settings.absolute(model.getPath()).toPath());
            int more = (Integer) own.remove("mode") & ~(Integer) given.remove("mode") & ~WRITE;
            if (more != 0 || !own.equals(given)) {
                return false;
            }
            Files.createLink(Settings.absolute(to.getPath()).toPath(), path);
            return true;
        } catch (IOException | RuntimeException e) {
            return false; // A copy will do.
        }
    }

    private static Map<String, Object> rights(Path path) throws IOException {
        return new HashMap<String, Object>(Files.readAttributes(path, RIGHTS));
    }

    private MapFile() {}
}
