package paratrace.rt;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Files that may not grow and descriptors that are used up: the program never knows. Limits are set by {@code prlimit}. */
final class Shortages {
    /** Offsets at which the disk is full: around those of headers, and a sample of others. */
    private static TreeSet<Integer> offsets() {
        TreeSet<Integer> offsets = new TreeSet<>();
        if (System.getenv("PARATRACE_ALL_OFFSETS") != null) {
            for (int offset = 0; offset < 2_000; offset++) {
                offsets.add(offset);
            }
            return offsets;
        }
        for (int border : new int[] {0, 8, 48, 80}) {
            for (int offset = Math.max(border - 1, 0); offset <= border + 1; offset++) {
                offsets.add(offset);
            }
        }
        for (int offset = 100; offset < 20_000; offset += offset / 3) {
            offsets.add(offset);
        }
        return offsets;
    }

    static void disk() throws Exception {
        if (!hasLimits()) {
            return;
        }
        int cut = 0;
        for (int offset : offsets()) {
            File dir = Run.fresh("offset");
            Run run = limited("--fsize=" + offset, Run.command(Arrays.asList("-Dparatrace.dir=" + dir), "return", "20000"));
            run.expect(0, "done\n");
            Trace.check(run.notices().size() <= 1, run.err);
            File segment = new File(dir, "segment-00000.trace");
            Trace.check(segment.length() <= offset, "the limit holds");
            if (segment.length() >= 48) {
                Trace trace = Trace.read(dir);
                Trace.check(trace.ended || segment.length() == offset, offset + ": not cut off, and has no end");
                cut += trace.ended ? 0 : trace.threads.size();
                for (Trace.OneThread t : trace.threads.values()) {
                    Run.counts(t, trace.ended ? 20_000 : 0, 20_000);
                }
            }
        }
        Trace.check(cut > 0, "some of the traces are cut off behind their first chunk");
    }

    static void descriptors() throws Exception {
        if (!hasLimits()) {
            return;
        }
        File jar = Run.fresh("classes");
        pack(jar);
        for (String when : new String[] {"before", "after"}) {
            File dir = Run.fresh("descriptors");
            List<String> command = new ArrayList<>(Run.command(Arrays.asList("-Dparatrace.dir=" + dir)));
            command.set(command.indexOf("-cp") + 1, jar.getPath());
            command.set(command.size() - 1, Shortages.class.getName());
            command.add(when);
            Run run = limited("--nofile=64", command).expect(0, "done\n");
            Trace.check(run.notices().size() <= 1, run.err);
            if (when.equals("before")) {
                Trace.check(run.notices().size() == 1 && run.err.contains("oo many open files"), run.err);
            } else if (run.notices().isEmpty()) {
                Trace trace = Trace.read(dir);
                trace.complete();
                Run.counts(trace.thread("main"), 100_000, 100_000);
            }
        }
    }

    /** The program: no descriptor is left before or after its first event. */
    public static void main(String[] args) throws Exception {
        List<FileInputStream> open = new ArrayList<>();
        if (args[0].equals("before")) {
            exhaust(open);
        }
        Child.events(50_000);
        if (args[0].equals("after")) {
            exhaust(open);
        }
        Buffer b = Probe.enter();
        for (int i = 50_000; i < 100_000; i++) {
            Probe.value(i, b);
            Probe.path(b, i);
        }
        System.out.println("done");
    }

    private static void exhaust(List<FileInputStream> open) {
        try {
            for (;;) {
                open.add(new FileInputStream("/dev/null"));
            }
        } catch (IOException e) {
            Trace.check(open.size() < 64, "the limit holds");
        }
    }

    private static Run limited(String limit, List<String> command) throws Exception {
        List<String> line = new ArrayList<>(Arrays.asList("prlimit", limit));
        line.addAll(command);
        Run run = new Run();
        run.start(new ProcessBuilder(line));
        return run;
    }

    private static boolean hasLimits() throws Exception {
        try {
            return new ProcessBuilder("prlimit", "--version").redirectOutput(Run.fresh("version")).start().waitFor() == 0;
        } catch (IOException e) {
            System.out.println("        (no prlimit: not tested)");
            return false;
        }
    }

    /** All of the class path in one jar, which takes one descriptor. */
    private static void pack(File to) throws Exception {
        try (JarOutputStream out = new JarOutputStream(new FileOutputStream(to))) {
            for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
                Path root = Paths.get(part);
                List<Path> files = new ArrayList<>();
                try (Stream<Path> all = Files.walk(root)) {
                    all.filter(Files::isRegularFile).forEach(files::add);
                }
                for (Path file : files) {
                    out.putNextEntry(new ZipEntry(root.relativize(file).toString()));
                    Files.copy(file, out);
                }
            }
        }
    }

    private Shortages() {}
}
