package paratrace.profiler;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;

/** Writes what was counted when the JVM ends. */
final class Statistics {
    /** When the first of our classes was needed, in nanoseconds. */
    static final long STARTED = System.nanoTime();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Statistics::write, "paratrace statistics"));
    }

    private Statistics() {
    }

    /** Initialises the class: the clock runs. */
    static void begin() {
        Task.own();
    }

    private static void write() {
        String named = property("paratrace.statistics");
        String name = named == null || named.isEmpty() ? program() + ".statistics" : named;
        try {
            Path path = Paths.get(name).toAbsolutePath();
            Path pending = Files.createTempFile(path.getParent(), ".statistics", null);
            try {
                Files.write(pending, text(System.nanoTime()).getBytes(StandardCharsets.UTF_8));
                Files.move(pending, path, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(pending);
            }
        } catch (IOException | RuntimeException | Error e) {
            complain("paratrace: cannot write statistics to " + name + " (" + e + ")");
        }
    }

    /** Not through {@code System.err}: that may be an object of the program. */
    private static void complain(String what) {
        try {
            new FileOutputStream(FileDescriptor.err).write((what.replace('\n', ' ') + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // Nobody is there to be told.
        }
    }

    private static String property(String name) {
        try {
            return System.getProperty(name);
        } catch (SecurityException e) {
            return null;
        }
    }

    /** The jar without its ending, or the main class without its package. */
    private static String program() {
        String command = property("sun.java.command");
        if (command == null || command.isEmpty()) {
            return "program";
        }
        int end = command.indexOf(' ');
        String first = end < 0 ? command : command.substring(0, end);
        String file = new File(first).getName();
        String name = file.endsWith(".jar") ? file.substring(0, file.length() - 4) : file.substring(file.lastIndexOf('.') + 1);
        return name.isEmpty() ? "program" : name;
    }

    private static String text(long now) {
        StringBuilder text = new StringBuilder("===== statistics =====\n");
        for (Task task : Registry.tasks()) {
            write(task, now, text);
        }
        if (Registry.otherThreads() > 0) {
            text.append("# ").append(Registry.otherThreads()).append(" more threads are not listed\n");
        }
        return text.toString();
    }

    private static void write(Task task, long now, StringBuilder text) {
        long thread = task.threadId;
        text.append(task.isMain ? "VM main [" : "VM thd [").append(thread).append("] = ");
        text.append(task.time(now) / 1000).append(" type ").append(task.threadType);
        text.append(" name \"").append(task.threadName.replaceAll("[\\x00-\\x1f\"\\\\]", "?")).append("\"\n");
        for (int method = 1; method < task.methods(); method++) {
            long time = task.time(method, now);
            if (time >= 0) {
                line(text, "cnt", thread, method, time / 1000).append(" method ");
                text.append(Registry.methodName(method)).append('\n');
            }
        }
        scalars(text, "drd", thread, task.reads);
        scalars(text, "dwr", thread, task.writes);
        for (Counter counter : task.counters()) {
            if (counter != null) {
                elements(text, "drd", thread, counter, counter.reads);
                elements(text, "dwr", thread, counter, counter.writes);
            }
        }
    }

    private static void scalars(StringBuilder text, String item, long thread, long count) {
        if (count > 0) {
            line(text, item, thread, 0, count).append('\n');
        }
    }

    private static void elements(StringBuilder text, String item, long thread, Counter counter, long count) {
        if (count > 0) {
            line(text, item, thread, counter.id, count).append(" array ").append(Registry.describe(counter.id));
            if (counter.low <= counter.high && !counter.partial) {
                text.append(" index ").append(counter.low).append("..").append(counter.high);
            }
            text.append('\n');
        }
    }

    private static StringBuilder line(StringBuilder text, String item, long thread, int number, long value) {
        text.append("VM ").append(item).append(" [").append(thread).append(',').append(number).append("] = ");
        return text.append(value);
    }
}
