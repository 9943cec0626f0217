package paratrace.rt;

import java.io.FileDescriptor;
import java.io.FileOutputStream;

/** One line on standard error. Not through {@code System.err}: that may be an object of the program. */
final class Notice {
    private static volatile boolean silent;

    /** From now on nothing is printed: the output of this JVM may be captured by the program that started it. */
    static void silence() {
        silent = true;
    }

    static boolean isSilent() {
        return silent;
    }

    static void print(String what) {
        print(what, null, "");
    }

    /** What happened, why (may be null), and what to do. */
    static void print(String what, Throwable cause, String then) {
        if (silent) {
            return;
        }
        try {
            String because = cause == null ? "" : " (" + cause + ")";
            byte[] line = ("paratrace: " + (what + because + then).replace('\n', ' ') + "\n").getBytes();
            new FileOutputStream(FileDescriptor.err).write(line);
        } catch (Throwable e) {
            // Nobody is there to be told.
        }
    }

    private Notice() {}
}
