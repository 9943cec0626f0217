package paratrace.rt;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** All tests of the runtime. Usage: {@code Tests WORKDIR [name …]}. Exit code 1 if one fails. */
public final class Tests {
    private static int failed;

    interface Test {
        void run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Run.base = new File(args[0]);
        Run.base.mkdirs();
        List<String> only = Arrays.asList(args).subList(1, args.length);
        test(only, "unit", Unit::all);
        test(only, "hashes", Identities::all);
        test(only, "ends", Tests::ends);
        test(only, "daemon", Tests::daemon);
        test(only, "starved", Tests::starved);
        test(only, "parked", Tests::parked);
        test(only, "hooks", Tests::hooks);
        test(only, "young", Tests::young);
        test(only, "first-things", Tests::firstThings);
        test(only, "kill", Tests::kill);
        test(only, "signals", Tests::signals);
        test(only, "disk", Tests::disk);
        test(only, "offsets", Shortages::disk);
        test(only, "descriptors", Shortages::descriptors);
        test(only, "many", Tests::many);
        test(only, "blocked", Tests::blocked);
        test(only, "reuse", Tests::reuse);
        test(only, "late", Tests::late);
        test(only, "suspended", Tests::suspended);
        test(only, "interrupts", Tests::interrupts);
        test(only, "stack", Tests::stack);
        test(only, "prepared", Tests::prepared);
        test(only, "memory", Tests::memory);
        test(only, "overrides", Tests::overrides);
        test(only, "classes", Tests::classes);
        test(only, "fields", Tests::fields);
        test(only, "stamps", Tests::stamps);
        test(only, "stamps-killed", Tests::stampsKilled);
        test(only, "ids", Tests::ids);
        test(only, "pauses", Tests::pauses);
        test(only, "virtual", Tests::virtual);
        test(only, "places", Tests::places);
        test(only, "failures", Tests::failures);
        test(only, "map", Tests::map);
        test(only, "limit", Tests::limit);
        System.exit(failed == 0 ? 0 : 1);
    }

    private static void test(List<String> only, String name, Test test) {
        if (!only.isEmpty() && !only.contains(name)) {
            return;
        }
        long t = System.nanoTime();
        try {
            test.run();
            System.out.printf("ok      %-12s %5d ms%n", name, (System.nanoTime() - t) / 1_000_000);
        } catch (Throwable e) {
            failed++;
            System.out.println("FAILED  " + name);
            e.printStackTrace(System.out);
        }
    }

    /** Return, exit, uncaught exception: complete. halt: what is older than 100 ms, and a prefix. */
    static void ends() throws Exception {
        for (int n : new int[] {3, 1000, 3_000_000}) {
            Run run = Run.child("", "return", "" + n).expect(0, "done\n");
            run.trace().complete();
            Run.counts(run.trace().thread("main"), n, n);
            Trace.check(run.notices().isEmpty(), run.err);
        }
        Run exit = Run.child("", "exit", "100000").expect(7, "done\n");
        exit.trace().complete();
        Run.counts(exit.trace().thread("main"), 100_000, 100_000);
        Run thrown = Run.child("", "throw", "100000").expect(1, "done\n");
        Trace.check(thrown.err.contains("java.lang.IllegalStateException: expected"), thrown.err);
        thrown.trace().complete();
        Run.counts(thrown.trace().thread("main"), 100_000, 100_000);
        Run halt = Run.child("", "halt", "100000").expect(9, "done\n");
        if (new File(halt.dir, "segment-00000.trace").length() >= 48) {
            Trace.check(!halt.trace().ended, "nobody wrote an end");
            for (Trace.OneThread t : halt.trace().threads.values()) {
                Run.counts(t, 0, 100_000);
            }
        }
    }

    /** Nobody gives up on a writer that only waits for its turn. */
    static void starved() throws Exception {
        Run run = Run.child("", "starved", "100000", "4500").expect(0, "done\n");
        run.trace().complete();
        Run.counts(run.trace().thread("main"), 100_000, 100_000);
    }

    static void parked() throws Exception {
        for (int n : new int[] {10, 900, 1500, 4000, 20_000, 100_000}) {
            Run run = Run.child("", "parked", "" + n).expect(0, "done\n");
            run.trace().complete();
            Run.counts(run.trace().thread("idle"), n, n);
        }
    }

    static void daemon() throws Exception {
        Run run = Run.child("", "daemon", "1000").expect(0, "done\n");
        Trace trace = run.trace();
        trace.complete();
        Run.counts(trace.thread("main"), 1000, 1000);
        Trace.OneThread t = trace.thread("endless");
        Run.counts(t, 100, Integer.MAX_VALUE);
        Trace.check(Math.abs(t.control().count - t.data().count) <= 1, "columns end together");
        Trace.check(run.millis < 5_000, "ends at once: " + run.millis + " ms");
    }

    static void hooks() throws Exception {
        Run run = Run.child("", "hook", "5000").expect(0, "done\nhook done\n");
        run.trace().complete();
        Run.counts(run.trace().thread("program-hook"), 5001, 5001);
        Run slow = Run.child("", "slowhook", "5000").expect(0, "done\nhook done\n");
        Run.counts(slow.trace().thread("program-hook"), 5000, 5000);
        Trace.check(slow.trace().ended && slow.trace().lost > 0, "the late event is counted");
        Run busy = Run.child("", "busyhooks", "4").expect(0, "done\n");
        busy.trace().complete();
        for (int i = 0; i < 4; i++) {
            Run.counts(busy.trace().thread("busy-hook-" + i), 2, 2);
        }
        Run exit = Run.child("", "exithook", "5000").expect(11, "done\n");
        Run.counts(exit.trace().thread("main"), 5000, 5000);
    }

    /** Threads that run on while the JVM halts lack nothing, and hooks are told from them. */
    static void young() throws Exception {
        for (int milliseconds : new int[] {0, 5, 30}) {
            Run run = Run.child("", "young", "" + milliseconds).expect(3, "done\n");
            run.trace().complete();
            Trace.check(run.millis < 5_000, "ends at once: " + run.millis + " ms");
        }
        for (int milliseconds : new int[] {Limits.CLOSING_HOOKS + 50, Limits.CLOSING_HOOKS + 200}) {
            Run run = Run.child("", "longhook", "" + milliseconds);
            Trace hook = run.trace();
            boolean whole = hook.thread("long-hook").control().count == Integer.parseInt(run.out);
            Trace.check(hook.ended && (whole || hook.lost > 0), "the late events of a hook are counted");
        }
    }

    static void firstThings() throws Exception {
        Run run = Run.child("-Dparatrace.quiet", "first-things", "1000").expect(0, "done\n");
        run.trace().complete();
        Run.counts(run.trace().thread("main"), 1000, 1000);
        Trace.check(run.notices().isEmpty(), run.err);
    }

    /** What is older than 100 ms survives kill -9. Waits longer than that: here, JVMs start side by side on busy processors. */
    static void kill() throws Exception {
        for (int n : new int[] {4, 500, 100_000}) {
            File dir = Run.fresh("kill");
            Process p = new ProcessBuilder(Run.command(Collections.singletonList("-Dparatrace.dir=" + dir), "kill", "" + n))
                    .redirectError(Run.fresh("stderr")).start();
            new BufferedReader(new InputStreamReader(p.getInputStream())).readLine();
            p.destroyForcibly().waitFor();
            Trace trace = Trace.read(dir);
            Trace.check(!trace.ended, "nobody wrote an end");
            Run.counts(trace.thread("main"), n, n);
        }
    }

    /** SIGTERM and SIGINT are ends in order. */
    static void signals() throws Exception {
        for (String signal : new String[] {"TERM", "INT"}) {
            // The JVM ignores signals, too, that these tests inherited as ignored (in the background of a script).
            if (new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " $$").start().waitFor() == 0) {
                System.out.println("        (SIG" + signal + " is ignored here: not tested)");
                continue;
            }
            File dir = Run.fresh("signal");
            // A shell starts background jobs deaf to SIGINT; this one tells its process id and becomes the JVM.
            StringBuilder line = new StringBuilder("echo $$; exec");
            for (String word : Run.command(Collections.singletonList("-Dparatrace.dir=" + dir), "kill", "5000")) {
                line.append(" '").append(word).append('\'');
            }
            Process p = new ProcessBuilder("/bin/sh", "-c", line.toString()).redirectError(Run.fresh("stderr")).start();
            BufferedReader out = new BufferedReader(new InputStreamReader(p.getInputStream()));
            String id = out.readLine();
            Trace.check("done".equals(out.readLine()), "runs");
            new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + id).start().waitFor();
            Trace.check(p.waitFor() == (signal.equals("TERM") ? 143 : 130), "exit " + p.exitValue());
            Trace trace = Trace.read(dir);
            trace.complete();
            Run.counts(trace.thread("main"), 5000, 5000);
        }
    }

    /** A file system that is really full, where one may be mounted: some KiB for the trace. */
    static void disk() throws Exception {
        File mount = Run.fresh("mount");
        mount.mkdir();
        for (int kib : new int[] {4, 300}) {
            if (new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=" + kib + "k", "none", mount.getPath())
                    .redirectErrorStream(true).redirectOutput(Run.fresh("mount-out")).start().waitFor() != 0) {
                System.out.println("        (no right to mount: not tested)");
                return;
            }
            try {
                Run run = new Run();
                File dir = new File(mount, "trace");
                run.start(new ProcessBuilder(Run.command(Arrays.asList("-Dparatrace.dir=" + dir, "-Dparatrace.max-size=1G"), "interrupt",
                        "1000000")));
                run.expect(0, "done\n");
                Trace.check(run.notices().size() == 1 && run.err.contains("No space left"), run.err);
                if (kib > 4) {
                    Trace trace = Trace.read(dir);
                    Trace.check(!trace.ended && trace.thread("main").control().count > 3, "what fits is there");
                }
            } finally {
                new ProcessBuilder("umount", mount.getPath()).start().waitFor();
            }
        }
    }

    static void many() throws Exception {
        Run run = Run.child("", "many", "500").expect(0, "done\n");
        Trace trace = run.trace();
        trace.complete();
        Trace.check(trace.threads.size() == 501, trace.threads.size() + " threads");
        for (int i = 0; i < 500; i++) {
            Run.counts(trace.thread("t" + i), 1 + i * 7 % 3000, 1 + i * 7 % 3000);
        }
        Run atOnce = Run.child("-Xmx128m", "threads", "10000").expect(0, "done\n");
        trace = atOnce.trace();
        trace.complete();
        Trace.check(trace.threads.size() == 10_001, trace.threads.size() + " threads");
        for (Trace.OneThread t : trace.threads.values()) {
            if (!t.name.equals("main")) {
                Run.counts(t, 51, 51);
            }
        }
    }

    /** Snapshots of threads that block and go on: nothing missing, nothing twice. */
    static void blocked() throws Exception {
        Run run = Run.child("", "blocked", "120").expect(0, "done\n");
        Trace trace = run.trace();
        trace.complete();
        for (int k = 0; k < 4; k++) {
            Trace.OneThread t = trace.thread("b" + k);
            Run.counts(t, 120 * (1 + 37 * k), 120 * (1 + 37 * k));
            Trace.check(t.chunks > 20, "written while it ran: " + t.chunks + " chunks");
        }
    }

    /** The writer looks for the program map on the class path, and may have to wait there for a lock of the thread that waits for it. */
    static void late() throws Exception {
        Run run = Run.child("-Xmx512m -Djava.system.class.loader=paratrace.rt.Late", "late", "3000000");
        run.trace().complete();
        Run.counts(run.trace().thread("main"), 3_000_000, 3_000_000);
        int took = Integer.parseInt(run.out.trim());
        Trace.check(took < 5_000, took + " ms for events that wait for nothing");
    }

    /**
     * Columns are used again, also where those of one kind are never full when they are handed over: a thread allocates no more than
     * what may wait for the writer, some 32 MiB, whatever it writes.
     */
    static void reuse() throws Exception {
        for (String valuesPerPath : Arrays.asList("2", "5")) {
            Run run = Run.child("-Xmx512m", "uneven", "100000000", valuesPerPath);
            Trace.check(run.exit == 0, run.err);
            int allocated = Integer.parseInt(run.out.trim());
            Trace.check(allocated < 64, allocated + " MiB allocated, with " + valuesPerPath + " values for each path");
        }
    }

    /** Nobody waits for a thread that stands still. */
    static void suspended() throws Exception {
        Run.child("", "suspended", "300").expect(0, "done\n").trace().complete();
        Run run = Run.child("", "stuck", "3000000").expect(0, "done\n");
        Trace trace = run.trace();
        Run.counts(trace.thread("main"), 3_000_000, 3_000_000);
        Run.counts(trace.thread("t49"), 344, 344);
        Trace.check(trace.ended && trace.lost > 0, "what the thread was at is counted");
        Trace.check(run.millis < 30_000, run.millis + " ms");
    }

    static void interrupts() throws Exception {
        // A small heap makes a small queue, so that the thread has to wait for the writer.
        Run run = Run.child("-Xmx16m", "interrupt", "4000000").expect(0, "done\n");
        run.trace().complete();
        Trace.check(run.trace().thread("main").data().count == 8_000_000, "all values");
        Run.child("-Xmx16m", "permit", "4000000").expect(0, "done\n").trace().complete();
    }

    static void stack() throws Exception {
        Trace trace = Run.child("", "deep", "20").expect(0, "done\n").trace();
        deep(trace);
        Trace.check(trace.lost == 0, "lost " + trace.lost + " at the end of the stack");
        trace = Run.child("", "deep-stamps", "20").expect(0, "done\n").trace();
        deep(trace);
        Trace.check(trace.lost == 0, "lost " + trace.lost + " at the end of the stack, with stamps");
    }

    /** What a thread may first need at the end of its stack, or when it is stopped, is loaded before the writer, which loads the class of places, begins. */
    static void prepared() throws Exception {
        String loaded = Run.child("-verbose:class", "return", "1").out;
        int began = loaded.indexOf("paratrace.rt.Place ");
        Trace.check(began > 0, "no class of places: " + loaded);
        for (Class<?> needed : Arrays.<Class<?>>asList(Buffer.class, Chunk.class, Classes.class, Ids.class, JavaThread.class, Limits.class,
                Muted.class, Mutex.class, Pool.class, Stamps.class, java.util.concurrent.locks.LockSupport.class)) {
            beginsBefore(needed, loaded, began);
            for (Class<?> within : needed.getDeclaredClasses()) {
                beginsBefore(within, loaded, began);
            }
        }
    }

    private static void beginsBefore(Class<?> needed, String loaded, int began) {
        int at = loaded.indexOf(needed.getName() + " ");
        Trace.check(at > 0 && at < began, needed + " is loaded too late");
    }

    private static void deep(Trace trace) {
        for (Trace.OneThread t : trace.threads.values()) {
            // Data run from 0 up again and again; each path follows its value, but for one at the end of the stack.
            int next = 0;
            for (int i = 0; i < t.data().count && !t.gap; i++) {
                int v = t.data().array[i];
                Trace.check(v == next || v == 0 || v == next - 1, t.name + ": value " + i + " is " + v + " after " + next);
                next = v + 1;
            }
        }
    }

    static void memory() throws Exception {
        Run small = Run.child("-Xmx16m", "return", "3000000").expect(0, "done\n");
        small.trace().complete();
        Run.counts(small.trace().thread("main"), 3_000_000, 3_000_000);
        Run oom = Run.child("-Xmx16m", "oom", "300000").expect(0, "done\n");
        Trace trace = oom.trace();
        int lost = 600_000 - trace.thread("main").control().count - trace.thread("main").data().count;
        Trace.check(trace.ended && trace.lost == lost, "lost " + lost + ", counted " + trace.lost);
        Trace.check(trace.thread("main").gap == (lost > 0), "the loss is marked where it was");
        // Classes need no memory when they are met again; buffers may. What they cost is counted, and marked where it was.
        for (String[] each : new String[][] {{"-Xmx16m", "5"}, {"-Xmx64m", "1"}}) {
            trace = Run.child(each[0], "oom-receivers", "200", each[1]).expect(0, "done\n").trace();
            Trace.check(trace.ended && trace.thread("main").gap == (trace.lost > 0), trace.lost + " lost, and not marked");
        }
        trace = Run.child("-Xmx16m", "oom-stamps", "300000").expect(0, "done\n").trace();
        lost = 600_000 - trace.thread("main").control().count - trace.thread("main").data().count;
        Trace.check(trace.ended && trace.lost >= lost, "lost " + lost + " and stamps, counted " + trace.lost);
        Trace.check(trace.thread("main").gap || lost == 0, "the loss is marked where it was, with stamps");
    }

    /** One thread gets no stamps; those of several put what they did one after the other into that order. */
    static void stamps() throws Exception {
        Trace alone = Run.child("", "return", "100000").expect(0, "done\n").trace();
        Trace.check(alone.thread("main").columns[3].count == 0, "a thread that is alone needs no stamps");
        for (String[] args : new String[][] {{"300000", "fast"}, {"1000", "slow"}, {"3000", "turns"}}) {
            Trace trace = Run.child("", "handover", args[0], args[1]).expect(0, "done\n").trace();
            trace.complete();
            inOrder(trace, Integer.parseInt(args[0]));
        }
        inOrder(Run.child("-Xmx16m", "handover", "1000000", "fast").expect(0, "done\n").trace(), 1_000_000);
    }

    /** The same of a killed program. */
    static void stampsKilled() throws Exception {
        File dir = Run.fresh("kill-stamps");
        Process p = new ProcessBuilder(Run.command(Collections.singletonList("-Dparatrace.dir=" + dir), "handover", "20000",
                "killed")).redirectError(Run.fresh("stderr")).start();
        BufferedReader out = new BufferedReader(new InputStreamReader(p.getInputStream()));
        Trace.check("done".equals(out.readLine()) && "settled".equals(out.readLine()), "runs");
        p.destroyForcibly().waitFor();
        inOrder(Trace.read(dir), 20_000);
    }

    private static void inOrder(Trace trace, int n) {
        List<Integer> merged = trace.merged();
        Trace.check(merged.size() == n, merged.size() + " paths instead of " + n);
        for (int i = 0; i < n; i++) {
            Trace.check(merged.get(i) == i, "path " + merged.get(i) + " at place " + i);
        }
    }

    static void overrides() throws Exception {
        Trace trace = Run.child("", "overrides", "5000").expect(0, "done\n").trace();
        trace.complete();
        Run.counts(trace.thread("odd-a"), 5000, 5000);
        Run.counts(trace.thread("odd-b"), 5000, 5000);
    }

    static void classes() throws Exception {
        int n = 5000;
        Trace trace = Run.child("", "classes", "" + n).expect(0, "done\n").trace();
        trace.complete();
        String[] names = {"java/lang/String", "java/lang/Integer", "[I", "[Ljava/lang/String;", "java/util/ArrayList", null,
            "paratrace/rt/Child", "java/lang/Character", "java/lang/Long", "java/lang/Object"};
        int[] v = trace.thread("main").data().array;
        int at = 3;
        for (int i = 0; i < n; i++, at += 3) {
            String name = names[i % names.length];
            Trace.check(name == null ? v[at] == 0 : name.equals(trace.classes.get(v[at])), "class of event " + i);
            boolean stateless = name == null || name.startsWith("java/lang/") && !name.endsWith("Object");
            Trace.check(v[at + 1] == (stateless ? 0 : v[at + 2]), "state of event " + i);
        }
        Trace.check(v[at] == v[at + 2] && v[at + 1] == 3, "clone");
        int[] copy = Arrays.copyOfRange(v, at + 3, at + 9);
        Trace.check(Arrays.equals(copy, new int[] {v[at], 1, copy[5], 2, 3, copy[5]}), "copy");
        String[] lambdas = {"()Ljava/lang/Runnable;", "(JI)Ljava/util/function/IntSupplier;",
            "(Lparatrace/rt/Buffer;)Ljava/lang/Runnable;", ""};
        for (int i = 0; i < lambdas.length; i++) {
            String name = trace.classes.get(v[at + 9 + 2 * i]);
            String made = "paratrace/rt/Child\\$\\$Lambda(\\$\\d+)?\\.\\w+" + java.util.regex.Pattern.quote(lambdas[i]);
            Trace.check(name.matches(made), "class of a lambda: " + name);
        }
    }

    static void fields() throws Exception {
        Trace trace = Run.child("", "fields").expect(0, "done\n").trace();
        trace.complete();
        int[] all = trace.thread("main").data().array;
        int[] v = Arrays.copyOfRange(all, 3, all.length);
        String of = "paratrace/rt/Child$Numbered";
        String[] names = {of + ";value;J", of + ";value;J", of + ";;all;[I",
            "paratrace/rt/Child$Plain;text;Ljava/lang/String;", "paratrace/rt/Child$Below;own;I"};
        for (int i = 0; i < names.length; i++) {
            Trace.check(names[i].equals(trace.classes.get(v[4 * i])), "field " + i);
            Trace.check(v[4 * i + 2] == v[4 * i + 3], "hash " + i);
        }
        Trace.check(v[0] == v[4], "one field has one number");
        int[] numbers = {v[1], v[5], v[9], v[13], v[17]};
        Trace.check(Arrays.equals(numbers, new int[] {7, 7, 0, 0, v[17]}) && v[17] > 0, "numbers of objects");
        for (int i = 20; i < 29; i++) {
            Trace.check(v[i] == 0, "no field in the object");
        }
        Trace.check(v[29] == v[17], "the number that was assigned");
    }

    static void ids() throws Exception {
        Run.child("", "ids", "100000").expect(0, "done\n");
    }

    static void pauses() throws Exception {
        Trace trace = Run.child("", "pauses", "200").expect(0, "done\n").trace();
        trace.complete();
        for (Trace.OneThread t : trace.threads.values()) {
            Run.counts(t, t.name.equals("main") ? 3 : 200, 200);
        }
        Trace.check(trace.threads.size() == 601, trace.threads.size() + " threads");
    }

    static void virtual() throws Exception {
        Trace trace = Run.child("-Xmx512m", "virtual", "100000").expect(0, "done\n").trace();
        trace.complete();
        Trace.check(trace.threads.size() == 1 || trace.threads.size() == 100_001, trace.threads.size() + " threads");
        for (Trace.OneThread t : trace.threads.values()) {
            Run.counts(t, t.name.equals("main") ? 3 : 5, 5);
        }
    }

    /** Where a trace goes: default name, empty and full directories, numbers, parents, several JVMs at once. */
    static void places() throws Exception {
        File here = Run.fresh("places");
        here.mkdir();
        Run run = new Run();
        for (int i = 1; i <= 3; i++) {
            run.start(new ProcessBuilder(Run.command(Collections.<String>emptyList(), "return", "10")).directory(here));
            run.expect(0, "done\n");
            Trace.read(new File(here, i == 1 ? "paratrace-Child" : "paratrace-Child-" + i)).complete();
            Trace.check(i == 1 ? run.notices().isEmpty() : run.notices().equals(Collections.singletonList(
                    "paratrace: paratrace-Child holds a trace already, writing to paratrace-Child-" + i)), run.err);
        }
        File empty = new File(here, "empty");
        empty.mkdir();
        for (int i = 0; i < 2; i++) {
            run.start(new ProcessBuilder(Run.command(Collections.singletonList("-Dparatrace.dir=empty/"), "return", "10"))
                    .directory(here));
            Trace.read(i == 0 ? empty : new File(here, "empty-2")).complete();
        }
        ProcessBuilder variable = new ProcessBuilder(Run.command(Collections.<String>emptyList(), "return", "10")).directory(here);
        variable.environment().put("PARATRACE_DIR", "a/b/c");
        run.start(variable);
        Trace.read(new File(here, "a/b/c")).complete();
        File other = new File(here, "other");
        other.mkdir();
        Files.write(new File(other, "file").toPath(), new byte[3]);
        run.start(new ProcessBuilder(Run.command(Collections.singletonList("-Dparatrace.dir=other"), "return", "10"))
                .directory(here));
        Trace.read(new File(here, "other-2")).complete();
        Trace.check(other.list().length == 1 && run.notices().size() == 1, "another's directory is left alone: " + run.err);
        Process[] all = new Process[6];
        for (int i = 0; i < all.length; i++) {
            all[i] = new ProcessBuilder(Run.command(Collections.singletonList("-Dparatrace.dir=shared"), "return", "1000"))
                    .directory(here).redirectErrorStream(true).redirectOutput(Run.fresh("out")).start();
        }
        for (Process p : all) {
            Trace.check(p.waitFor() == 0, "exit");
        }
        for (int i = 1; i <= all.length; i++) {
            Trace trace = Trace.read(new File(here, i == 1 ? "shared" : "shared-" + i));
            trace.complete();
            Run.counts(trace.thread("main"), 1000, 1000);
        }
    }

    /** No directory, a full disk, no descriptors: one line, and the program never knows. */
    static void failures() throws Exception {
        Run run = new Run();
        run.start(new ProcessBuilder(Run.command(Collections.singletonList("-Dparatrace.dir=/proc/no/such"), "exit", "3000000")));
        run.expect(7, "done\n");
        Trace.check(run.notices().size() == 1, run.err);
        File file = Run.fresh("file");
        Files.write(file.toPath(), new byte[1]);
        run.start(new ProcessBuilder(Run.command(Collections.singletonList("-Dparatrace.dir=" + file + "/x"), "many", "300")));
        run.expect(0, "done\n");
        Trace.check(run.notices().size() == 1, run.err);
        // Limits of file size, in blocks of 512 bytes, that hit at the first byte, in a header and somewhere.
        for (int blocks : new int[] {0, 1, 2, 200, 2000}) {
            File dir = Run.fresh("full");
            shell("ulimit -f " + blocks, dir, "interrupt", "2000000").expect(0, "done\n");
        }
        File dir = Run.fresh("descriptors");
        Run few = shell("ulimit -n 12", dir, "return", "100000");
        Trace.check(few.exit == 0 && few.out.equals("done\n") || few.out.isEmpty(), "exit " + few.exit + few.err);
    }

    /** Under a limit of the shell. The JVM's own messages about it are its own business. */
    private static Run shell(String limit, File dir, String... args) throws Exception {
        List<String> command = Run.command(Collections.singletonList("-Dparatrace.dir=" + dir), args);
        StringBuilder line = new StringBuilder(limit + "; exec");
        for (String word : command) {
            line.append(" '").append(word).append('\'');
        }
        Run run = new Run();
        // Output through pipes: the limit on file sizes is meant for the trace.
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", "(" + line + ") 2>&1 >&3 | cat >&2");
        builder.command("/bin/sh", "-c", "{ (" + line + "; ) 2>&1 >&3 3>&- | cat >&2; } 3>&1; exit 0");
        run.start(builder);
        Trace.check(run.notices().size() <= 1, run.err);
        return run;
    }

    /** The map is copied byte for byte, and its hash stands in every segment. */
    static void map() throws Exception {
        byte[] map = new byte[100_000];
        new java.util.Random(2).nextBytes(map);
        byte[] hash = java.security.MessageDigest.getInstance("SHA-256").digest(map);
        File file = Run.fresh("map");
        Files.write(file.toPath(), map);
        Run run = Run.child("-Dparatrace.map=" + file, "return", "10").expect(0, "done\n");
        String told = "paratrace: trace written to " + run.dir + " (100.3 kB); next: paratrace analyze " + run.dir + "\n";
        Trace.check(run.err.equals(told), run.err);
        Run overflow = Run.child("-Dparatrace.map=" + file, "overflow");
        Trace.check(overflow.exit == 1 && overflow.err.contains("a thread ended with a StackOverflowError"), overflow.err);
        Trace.check(Run.child("-Dparatrace.quiet -Dparatrace.map=" + file, "return", "10").err.isEmpty(), "quiet");
        Trace.check(Arrays.equals(run.trace().mapHash, hash), "hash");
        Trace.check(Arrays.equals(Files.readAllBytes(new File(run.dir, "program.map").toPath()), map), "copy");
        Run without = Run.child("", "return", "10").expect(0, "done\n");
        Trace.check(Arrays.equals(without.trace().mapHash, new byte[32]), "no hash");
        Trace.check(!new File(without.dir, "program.map").exists(), "no map");
        limitedMap(file);
        namedMap(file, map, hash);
    }

    /** A limit is one of all files of a trace. */
    private static void limitedMap(File map) throws Exception {
        Run run = Run.child("-Dparatrace.max-size=110K -Dparatrace.map=" + map, "interrupt", "300000").expect(0, "done\n");
        long bytes = 0;
        for (File each : run.dir.listFiles()) {
            bytes += each.length();
        }
        Trace.check(bytes > 100_000 && bytes <= 110 << 10 && run.trace().reason == Format.SIZE_LIMIT, bytes + " bytes");
    }

    /** A map that the program names by its path gets another name in the trace, or is copied where it has rights that new files lack. */
    private static void namedMap(File file, byte[] map, byte[] hash) throws Exception {
        File entries = Run.fresh("entries");
        Path runtime = new File(entries, "paratrace/rt").toPath();
        Files.createDirectories(runtime);
        Files.write(runtime.resolve("program.map.place"), file.getPath().getBytes(System.getProperty("sun.jnu.encoding")));
        Files.write(runtime.resolve("program.map.sha256"), hash);
        String path = "-cp " + entries + File.pathSeparator + System.getProperty("java.class.path");
        boolean names = File.separatorChar == '/';
        for (String rights : names ? new String[] {null, "r--------", "r--r--r-x"} : new String[] {null}) {
            if (rights != null) {
                Files.setPosixFilePermissions(file.toPath(), PosixFilePermissions.fromString(rights));
            }
            Run run = Run.child(path, "return", "10").expect(0, "done\n");
            Path copy = new File(run.dir, "program.map").toPath();
            Trace.check(Arrays.equals(run.trace().mapHash, hash), "hash of the named map");
            Trace.check(Arrays.equals(Files.readAllBytes(copy), map), "the named map");
            Trace.check(run.dir.list().length == 2, Arrays.toString(run.dir.list()));
            Trace.check(Files.isSameFile(copy, file.toPath()) == (names && !"r--r--r-x".equals(rights)), "another name " + rights);
        }
        Files.delete(file.toPath());
        Run gone = Run.child(path, "return", "10").expect(0, "done\n");
        Trace.check(gone.notices().isEmpty() && gone.err.contains("no program map was found"), gone.err);
        Trace.check(Arrays.equals(gone.trace().mapHash, new byte[32]), "no hash of a map that is gone");
    }

    /** A trace that reaches its limit: it stays below, ends in order, says why, and counts what it lacks. */
    static void limit() throws Exception {
        Run run = Run.child("-Dparatrace.max-size=2K", "return", "3000000").expect(0, "done\n");
        Trace trace = run.trace();
        long bytes = 0;
        for (File file : run.dir.listFiles()) {
            bytes += file.length();
        }
        Trace.check(bytes <= 2 << 10, bytes + " bytes");
        Trace.check(trace.ended && trace.reason == Format.SIZE_LIMIT, "reason " + trace.reason);
        long there = 0;
        for (Trace.OneThread t : trace.threads.values()) {
            Trace.check(t.ended && t.gap, "a gap, and then the end of " + t.name);
            there += t.columns[1].count + t.columns[2].count + t.columns[3].count;
        }
        Trace.check(trace.lost > 0 && there > 0, trace.lost + " lost, " + there + " there");
        Trace.check(run.err.contains("has reached its limit of 2048 bytes"), run.err);
        Run past = Run.child("-Dparatrace.max-size=20K", "past-limit", "2000");
        Trace.check(Double.parseDouble(past.out) < 6, past.out + " times as slow behind the limit");
        String appended = "-Xbootclasspath/a:" + System.getProperty("java.class.path") + " -Dparatrace.appended=true";
        Run trusted = Run.child("-Dparatrace.max-size=4M " + appended, "past-limit", "2000", "apart");
        Trace.check(Double.parseDouble(trusted.out) < 1.3, trusted.out + " times as slow behind the limit, if the JVM trusts the runtime");
        Run enough = Run.child("-Dparatrace.max-size=1G", "return", "10").expect(0, "done\n");
        Trace.check(enough.trace().reason == Format.NORMAL_SHUTDOWN && enough.notices().isEmpty(), enough.err);
        Run wrong = Run.child("-Dparatrace.max-size=much", "return", "10").expect(0, "done\n");
        Trace.check(wrong.trace().ended && wrong.err.contains("=much is no size"), wrong.err);
        Trace.check(Room.parse("3k") == 3072 && Room.parse("2G") == 2L << 30 && Room.parse("7") == 7, "sizes");
        Trace.check(Room.parse("") < 0 && Room.parse("K") < 0 && Room.parse("-1") < 0 && Room.parse("9999999999T") < 0, "none");
    }

    private Tests() {}
}
