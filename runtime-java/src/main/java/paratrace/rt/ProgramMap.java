package paratrace.rt;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Copies the program map, which travels with the traced program, into the trace. */
final class ProgramMap {
    static final String FILE_PROPERTY = "paratrace.map";

    /** Copies the map to {@code program.map} in this directory. Returns its SHA-256, or null if there is none. */
    static byte[] copyTo(File dir) throws IOException {
        File target = new File(dir, Format.MAP_FILE);
        InputStream in = open();
        if (in == null) {
            Notice.print("no program map was found at " + Format.MAP_RESOURCE + " on the class path; the trace in " + dir
                    + " can be analysed only together with the map that the program was rewritten with");
            return null;
        }
        try {
            Sha256 hash = new Sha256();
            FileOutputStream out = new FileOutputStream(target);
            try {
                byte[] part = new byte[16_384];
                for (int n = in.read(part); n >= 0; n = in.read(part)) {
                    hash.update(part, 0, n);
                    out.write(part, 0, n);
                }
            } finally {
                out.close();
            }
            return hash.digest();
        } finally {
            in.close();
        }
    }

    private static InputStream open() throws IOException {
        InputStream in = Probe.class.getResourceAsStream(Format.MAP_RESOURCE);
        if (in != null) {
            return in;
        }
        String file = System.getProperty(FILE_PROPERTY);
        return file == null || file.isEmpty() ? null : new FileInputStream(file);
    }

    private ProgramMap() {}
}
