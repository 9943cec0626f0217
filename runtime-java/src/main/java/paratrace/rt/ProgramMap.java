package paratrace.rt;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Puts the program map, which travels with the traced program or lies in a file that it names, into the trace. */
final class ProgramMap {
    static final String FILE_PROPERTY = "paratrace.map";

    /** Bytes that {@link #head} reads: the section table and more. */
    private static final int HEAD = 4_096;

    /** Bytes of the disk that the map in the trace takes: another name of a file takes none. Of the writer. */
    private static long taken;

    static long taken() {
        return taken;
    }

    /**
     * Puts the map at {@code program.map} in this directory, where an empty file lies: it has all of the map or nothing, as a copy of
     * another name takes its place. Returns the map's SHA-256, or null if there is none.
     */
    static byte[] copyTo(File dir) throws IOException {
        File target = new File(dir, Format.MAP_FILE);
        InputStream in = open();
        if (in == null) {
            Notice.print("no program map was found at " + Resources.path(Format.MAP_RESOURCE) + " on the class path; the trace in " + dir
                    + " can be analysed only together with the map that the program was rewritten with");
            return null;
        }
        File copy = new File(dir, Format.MAP_FILE.concat(".part"));
        byte[] hash = null;
        try {
            try {
                byte[] known = knownHash();
                File place = known == null ? null : MapFile.find();
                boolean shared = place != null && MapFile.link(place, copy, target);
                hash = shared ? known : copy(in, copy, known);
                taken = shared ? 0 : copy.length();
            } finally {
                in.close();
            }
            // Some systems do not rename to a name that is taken.
            if (!copy.renameTo(target) && !(target.delete() && copy.renameTo(target))) {
                throw new IOException("cannot rename " + copy);
            }
            return hash;
        } finally {
            copy.delete(); // If it is still there.
        }
    }

    /** Copies a stream. The SHA-256 of the bytes: the known one, or computed, which takes longer than all the rest. */
    private static byte[] copy(InputStream in, File to, byte[] known) throws IOException {
        Sha256 hash = known == null ? new Sha256() : null;
        FileOutputStream out = new FileOutputStream(to);
        try {
            byte[] part = new byte[65_536];
            for (int n = in.read(part); n >= 0; n = in.read(part)) {
                if (hash != null) {
                    hash.update(part, 0, n);
                }
                out.write(part, 0, n);
            }
        } finally {
            out.close();
        }
        return hash == null ? known : hash.digest();
    }

    /** The hash that was computed when the program was rewritten; null if that is not known. */
    private static byte[] knownHash() throws IOException {
        InputStream in = Resources.open(Format.HASH_RESOURCE);
        if (in == null) {
            return null;
        }
        try {
            if (!Resources.has(Format.MAP_RESOURCE) && MapFile.find() == null) {
                return null;
            }
            byte[] hash = new byte[Format.MAP_HASH];
            int length = 0;
            for (int n = in.read(hash); n > 0; n = in.read(hash, length, hash.length - length)) {
                length += n;
            }
            return length == hash.length ? hash : null;
        } finally {
            in.close();
        }
    }

    /**
     * The beginning of the map, empty if there is none. It holds the checksums of all sections, so it tells maps apart.
     */
    static byte[] head() {
        try {
            InputStream in = open();
            if (in == null) {
                return new byte[0];
            }
            try {
                byte[] head = new byte[HEAD];
                int length = 0;
                for (int n = in.read(head); n > 0; n = in.read(head, length, HEAD - length)) {
                    length += n;
                }
                return Arrays.copyOf(head, length);
            } finally {
                in.close();
            }
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /** The map's bytes; null if there is none. */
    static InputStream open() throws IOException {
        InputStream in = Resources.open(Format.MAP_RESOURCE);
        if (in != null) {
            return in;
        }
        File place = MapFile.find();
        if (place != null) {
            return new FileInputStream(place);
        }
        return Settings.MAP == null ? null : new FileInputStream(Settings.MAP);
    }

    private ProgramMap() {}
}
