package paratrace.rt;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts a {@link Child} in a JVM of its own and keeps what came of it. */
final class Run {
    /** Everything that the tests write is in here. */
    static File base;
    private static int count;

    File dir;
    int exit;
    String out;
    String err;
    long millis;

    /** A name below the base that does not exist yet. */
    static File fresh(String name) {
        return new File(base, name + "-" + ++count);
    }

    static List<String> command(List<String> options, String... args) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.add("-XX:-UsePerfData");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.addAll(options);
        command.add("paratrace.rt.Child");
        command.addAll(Arrays.asList(args));
        return command;
    }

    /** Runs to the end, into a directory of its own. */
    static Run child(String options, String... args) throws Exception {
        Run run = new Run();
        run.dir = fresh(args[0]);
        List<String> list = new ArrayList<>();
        if (!options.isEmpty()) {
            list.addAll(Arrays.asList(options.split(" ")));
        }
        list.add("-Dparatrace.dir=" + run.dir);
        run.start(new ProcessBuilder(command(list, args)));
        return run;
    }

    void start(ProcessBuilder builder) throws Exception {
        long t = System.nanoTime();
        Process p = builder.redirectError(fresh("stderr")).start();
        File errors = builder.redirectError().file();
        p.getOutputStream().close();
        final boolean[] hangs = new boolean[1];
        Thread watchdog = new Thread(() -> {
            try {
                hangs[0] = !p.waitFor(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                return;
            }
            if (hangs[0]) {
                p.destroyForcibly();
            }
        });
        watchdog.start();
        out = text(p.getInputStream());
        watchdog.join();
        Trace.check(!hangs[0], "hangs: " + builder.command());
        millis = (System.nanoTime() - t) / 1_000_000;
        exit = p.exitValue();
        err = new String(java.nio.file.Files.readAllBytes(errors.toPath()), "UTF-8");
    }

    static String text(InputStream in) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] part = new byte[4096];
        for (int n = in.read(part); n >= 0; n = in.read(part)) {
            all.write(part, 0, n);
        }
        return all.toString("UTF-8");
    }

    /** Output and exit code are those of the program without tracing. */
    Run expect(int exit, String out) {
        Trace.check(this.exit == exit && this.out.equals(out), "exit " + this.exit + ", out " + this.out + ", err " + err);
        return this;
    }

    /** Lines of ours on standard error, without the word about the missing map. */
    List<String> notices() {
        List<String> ours = new ArrayList<>();
        for (String line : err.split("\n")) {
            if (line.startsWith("paratrace: ") && !line.contains("no program map")) {
                ours.add(line);
            }
        }
        return ours;
    }

    Trace trace() throws Exception {
        return Trace.read(dir);
    }

    /** Both columns are 0, 1, 2 … of at least and at most so many. */
    static void counts(Trace.OneThread t, int least, int most) {
        for (int c = 1; c <= 2; c++) {
            Trace.Values v = t.columns[c];
            Trace.check(v.count >= least && v.count <= most, t.name + ": " + v.count + " values instead of " + least);
            for (int i = 0; i < v.count; i++) {
                Trace.check(v.array[i] == i, t.name + ": value " + i + " is " + v.array[i]);
            }
        }
    }
}
