package paratrace.rt;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;

/**
 * What somebody who started the traced program without {@code paratrace run} reads at its end: where the trace is, and what
 * to do with it. Everything that a security manager of the program could be asked about is done at the beginning.
 */
final class LastLine {
    /** Leaves the line out, unless its value is {@code false}. */
    static final String PROPERTY = "paratrace.quiet";

    private static final String OVERFLOWED = "paratrace: a thread ended with a StackOverflowError. Frames of traced methods are larger: if the "
            + "program ends well without tracing, give it larger stacks, as java -Xss8m\n";

    private final FileOutputStream err = new FileOutputStream(FileDescriptor.err);
    private final String dir;
    private final long mapSize;

    private LastLine(File place) {
        dir = word(place.getPath());
        mapSize = new File(place, Format.MAP_FILE).length();
    }

    /** Null if nobody is to be told. */
    static LastLine of(File place) {
        try {
            return !Settings.QUIET && !Notice.isSilent() ? new LastLine(place) : null;
        } catch (Throwable e) {
            return null; // A security manager forbids it. The trace needs no such line.
        }
    }

    /**
     * Prints it, after a trace of so many bytes was written, and before it what to do if the stack of a thread was too small. A line that
     * cannot be printed is left out.
     */
    void print(long traceSize, boolean overflowed) {
        try {
            if (overflowed) {
                err.write(OVERFLOWED.getBytes());
            }
            String line = "paratrace: trace written to ".concat(dir).concat(" (").concat(size(traceSize + mapSize))
                    .concat("); next: paratrace analyze ").concat(dir).concat("\n");
            err.write(line.getBytes());
        } catch (Throwable e) {
            // Nobody is there to be told.
        }
    }

    /** Bytes, in units of a thousand. */
    static String size(long bytes) {
        if (bytes < 1_000) {
            return bytes + (bytes == 1 ? " byte" : " bytes");
        }
        String units = "kMGTPE";
        int unit = 0;
        long tenths = bytes / 100;
        while (tenths >= 10_000) {
            tenths /= 1_000;
            unit++;
        }
        return tenths / 10 + "." + tenths % 10 + " " + units.charAt(unit) + "B";
    }

    /** A path as a shell takes it, without controls. */
    static String word(String path) {
        StringBuilder plain = new StringBuilder();
        boolean bare = true;
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            plain.append(Character.isISOControl(c) ? '\ufffd' : c);
            bare &= Character.isLetterOrDigit(c) || "/._-:+=@%,\\".indexOf(c) >= 0;
        }
        return bare ? path : "'".concat(plain.toString().replace("'", "'\\''")).concat("'");
    }
}
