package paratrace.rt;

import java.io.File;
import java.io.FileInputStream;

/**
 * Whether this JVM was started by a traced program, perhaps through a shell. Such a program often reads what the JVMs that it
 * starts print. A traced JVM is known by the name that the system has of its writer thread. Known on Linux only: elsewhere
 * nobody says so of another process.
 */
final class Ancestors {
    /** Linux keeps 15 characters of a thread's name. */
    private static final String WRITER = Writer.NAME.substring(0, 15);
    /** A chain of processes is never this long; one that is read while its numbers are used again might be. */
    private static final int MOST = 64;

    static boolean oneIsTraced() {
        try {
            String process = parent("self");
            for (int i = 0; i < MOST && process != null && !process.equals("0"); i++) {
                if (hasWriter(process)) {
                    return true;
                }
                process = parent(process);
            }
        } catch (Throwable e) {
            // Not to be known here.
        }
        return false;
    }

    /** The second word behind the name, which is in parentheses and may hold any characters. */
    private static String parent(String process) throws java.io.IOException {
        String stat = text("/proc/" + process + "/stat");
        String[] words = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
        return words.length > 1 ? words[1] : null;
    }

    private static boolean hasWriter(String process) throws java.io.IOException {
        String tasks = "/proc/" + process + "/task";
        String[] numbers = new File(tasks).list();
        for (int i = 0; numbers != null && i < numbers.length; i++) {
            if (text(tasks + "/" + numbers[i] + "/comm").trim().equals(WRITER)) {
                return true;
            }
        }
        return false;
    }

    /** The beginning of a short file; empty if it is gone. */
    private static String text(String file) throws java.io.IOException {
        FileInputStream in;
        try {
            in = new FileInputStream(file);
        } catch (java.io.FileNotFoundException e) {
            return "";
        }
        try {
            byte[] bytes = new byte[1_024];
            int length = Math.max(0, in.read(bytes));
            return new String(bytes, 0, length, "ISO-8859-1");
        } finally {
            in.close();
        }
    }

    private Ancestors() {}
}
