//! `paratrace run`: the program must not notice, and its exit status is ours.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{jar, javac, paratrace, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const MAIN: &str = r#"
public class Main {
    public static void main(String[] args) throws Exception {
        int sum = 0;
        for (int i = 0; i < 20; i++) sum += Lib.twice(i);
        System.out.println("sum " + sum + " " + String.join(",", args));
        int in = System.in.read();
        System.err.println("in " + in);
        if (args.length > 0 && args[0].equals("wait")) Thread.sleep(60000);
        System.exit(args.length);
    }
}
"#;
const LIB: &str = "public class Lib { static int twice(int x) { return Two.TWO * x; } }";
const TWO: &str = "public class Two { static int TWO = 2; }";

/// Classes of three directories, one class each.
struct Fixture {
    dir: TempDir,
}

impl Fixture {
    fn new() -> Fixture {
        let dir = tempfile::tempdir().unwrap();
        for (name, source) in [("Main", MAIN), ("Lib", LIB), ("Two", TWO)] {
            fs::write(dir.path().join(name).with_extension("java"), source).unwrap();
        }
        let fixture = Fixture { dir };
        let all = fixture.path("all");
        javac(["Main", "Lib", "Two"].map(|name| fixture.path(name).with_extension("java")), &all);
        for name in ["Main", "Lib", "Two"] {
            let own = fixture.path(name).join("classes");
            fs::create_dir_all(&own).unwrap();
            let class = Path::new(name).with_extension("class");
            fs::copy(all.join(&class), own.join(&class)).unwrap();
        }
        fixture
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn run(&self, words: &[&str]) -> Output {
        let tmp = self.path("tmp");
        fs::create_dir_all(&tmp).unwrap();
        let output = paratrace()
            .args(["run", "--app-only"])
            .args(words)
            .current_dir(self.dir.path())
            .env("TMPDIR", &tmp)
            .output()
            .unwrap();
        if !words.contains(&"--keep") {
            let left: Vec<_> = fs::read_dir(&tmp).unwrap().map(|f| f.unwrap().path()).collect();
            assert!(
                left.iter().all(|p| p.ends_with("hsperfdata_root") || !p.to_string_lossy().contains("paratrace-")),
                "{left:?}"
            );
        }
        output
    }
}

fn assert_ran(output: &Output, status: i32, stdout: &str) {
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!((output.status.code(), out.as_str()), (Some(status), stdout), "{err}");
    assert!(err.contains("in -1\n"), "{err}");
    assert!(err.contains("parallelism"), "no summary: {err}");
}

#[test]
fn class_path_of_directories_with_equal_names() {
    let f = Fixture::new();
    let output = f.run(&["--", "java", "-cp", "Main/classes:Lib/classes:none:Two/classes", "Main", "a", "b"]);
    assert_ran(&output, 2, "sum 380 a,b\n");
    assert!(text(&output.stderr).contains("Main a b"));
}

#[test]
fn jar_with_a_class_path_of_its_own() {
    let f = Fixture::new();
    fs::create_dir(f.path("lib")).unwrap();
    jar(&f.path("app.jar"), &f.path("Main/classes"), "Main-Class: Main\nClass-Path: lib/lib.jar\n");
    jar(&f.path("lib/lib.jar"), &f.path("Lib/classes"), "Class-Path: ../two.jar\n");
    jar(&f.path("two.jar"), &f.path("Two/classes"), "\n");
    assert_ran(&f.run(&["--", "java", "-jar", "app.jar", "x"]), 1, "sum 380 x\n");
    fs::copy(f.path("two.jar"), f.path("lib/two.jar")).unwrap();
    assert_ran(&f.run(&["--", "java", "-Xmx64m", "-cp", "lib/*:app.jar", "Main"]), 0, "sum 380 \n");
}

#[test]
fn json_and_a_kept_trace() {
    let f = Fixture::new();
    let output = f.run(&["--out", "t/r.trace", "--json", "r.json", "--", "java", "-cp", "all", "Main"]);
    assert_ran(&output, 0, "sum 380 \n");
    let json = common::parsed(&fs::read_to_string(f.path("r.json")).unwrap());
    assert_eq!((&json["schema"], &json["program"]["main"]), (&"paratrace.report/1".into(), &"Main".into()));
    assert_eq!(json["completeness"]["complete"], true, "{}", json["completeness"]);
    assert_eq!(json["loops"][0]["iterations"], 21, "{}", json["loops"]);
    let verified = paratrace().arg("verify").arg(f.path("t/r.trace")).output().unwrap();
    assert_eq!(verified.status.code(), Some(0), "{}", text(&verified.stdout));
    let again = f.run(&["--out", "t/r.trace", "--", "java", "-cp", "all", "Main"]);
    assert_eq!(again.status.code(), Some(125));
    assert!(text(&again.stderr).contains("is not empty"), "{}", text(&again.stderr));
}

/// Figures of the run that need all threads in one order.
const ACROSS_THREADS: [&str; 5] = [
    "across_threads",
    "critical_path",
    "critical_path_without_induction",
    "parallelism",
    "parallelism_without_induction",
];

/// Those that a live analysis of several threads lacks.
const ACROSS_THREADS_ONLY: [&str; 8] = [
    "with_synchronization",
    "object_races",
    "handovers",
    "handover_reads_left_out",
    "false_sharing",
    "false_sharing_lines_left_out",
    "locks",
    "locks_left_out",
];

/// The live analysis has the results of a later one, threads and all.
#[test]
fn live_analysis() {
    let f = Fixture::new();
    javac([common::root().join("tests/programs/open/Pools.java")], &f.path("all"));
    let cases =
        [("Main", "main.trace", None), ("Pools", "pools.trace", None), ("Main", "less.trace", Some("--no-distances"))];
    for (main, trace, less) in cases {
        let json = format!("{trace}.json");
        let words = ["--live", "--progress", "--out", trace, "--json", &json];
        let java = ["--", "java", "-cp", "all", main];
        let output = f.run(&words.into_iter().chain(less).chain(java).collect::<Vec<_>>());
        let err = text(&output.stderr);
        assert!(output.status.success() && err.contains("parallelism"), "{err}");
        assert!(!err.contains('\r'), "no terminal, no progress: {err}");
        let analyze = ["analyze", trace, "--no-communication", "--json", "-"];
        let after = common::succeed(paratrace().args(analyze).args(less).current_dir(f.dir.path())).stdout;
        let mut after: serde_json::Value = serde_json::from_slice(&after).unwrap();
        let live: serde_json::Value = serde_json::from_slice(&fs::read(f.path(&json)).unwrap()).unwrap();
        // While a trace grows, threads are measured apart.
        let is_alone = live["threads"].as_array().unwrap().len() == 1;
        assert_eq!(live["across_threads"], is_alone, "{main}");
        if !is_alone {
            ACROSS_THREADS.iter().for_each(|figure| after[figure] = live[figure].clone());
            after.as_object_mut().unwrap().retain(|figure, _| !ACROSS_THREADS_ONLY.contains(&figure.as_str()));
        }
        // What a trace does not know.
        after["program"] = live["program"].clone();
        after["coverage"]["jdk"]["why_not"] = live["coverage"]["jdk"]["why_not"].clone();
        assert_eq!(live, after, "{main}");
        assert_eq!(live["constructs"].as_array().unwrap().is_empty(), less.is_some(), "{main}");
        assert!(live["nodes"].as_u64().unwrap() > 100, "{live}");
        assert_eq!(live["completeness"]["complete"], true, "{}", live["completeness"]);
    }
    assert!(f.path("main.trace/segment-00000.trace").exists(), "it was to be kept");
}

#[test]
fn a_live_analysis_keeps_no_trace() {
    let f = Fixture::new();
    let output = f.run(&["--live", "--", "java", "-cp", "all", "Main", "a"]);
    assert_ran(&output, 1, "sum 380 a\n");
    // A class that is not traced: there is nothing to analyse.
    let output = f.run(&["--live", "--trace-only", "none.at.all", "--", "java", "-cp", "all", "Main"]);
    assert_eq!(output.status.code(), Some(125), "{}", text(&output.stderr));
}

#[test]
fn kept_directories_are_named() {
    let f = Fixture::new();
    let output = f.run(&["--keep", "--", "java", "-cp", "all", "Main"]);
    assert_ran(&output, 0, "sum 380 \n");
    let err = text(&output.stderr);
    let kept = err.lines().find_map(|line| line.strip_prefix("paratrace: kept ")).unwrap_or_else(|| panic!("{err}"));
    assert!(Path::new(kept).join("traced/all/Main.class").is_file());
    assert!(Path::new(kept).join("trace/program.map").is_file());
}

#[test]
fn failures_before_the_program_starts() {
    let f = Fixture::new();
    for (words, status, says) in [
        (&["--", "/none/java", "-cp", "all", "Main"][..], 127, "cannot run /none/java"),
        (&["--", "java", "-jar", "none.jar"], 125, "cannot read none.jar"),
        (&["--", "java", "-cp", "none", "Main"], 125, "no jar and no directory"),
        (&["--nonsense", "--", "java", "-cp", "all", "Main"], 125, "--nonsense"),
    ] {
        let output = f.run(words);
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{words:?}: {err}");
        assert!(err.contains(says), "{words:?}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn signals_are_for_the_program() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let f = Fixture::new();
    let words = ["run", "--app-only", "--", "java", "-cp", "all", "Main", "wait"];
    let mut running = paratrace();
    running.args(words).current_dir(f.dir.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = running.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "sum 380 wait\n");
    common::succeed(Command::new("kill").args(["-TERM", &child.id().to_string()]));
    let output = child.wait_with_output().unwrap();
    let err = text(&output.stderr);
    // 143 = 128 + 15 is how a JVM ends that was asked to.
    assert_eq!(output.status.code(), Some(143), "{err}");
    assert!(err.contains("parallelism"), "no summary: {err}");
}

const RESOURCES: &str = r#"
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
public class Resources {
    public static void main(String[] args) throws Exception {
        System.out.println(new String(Resources.class.getResourceAsStream("/data/a.txt").readAllBytes()));
        Path data = Paths.get(Resources.class.getResource("/data").toURI());
        try (Stream<Path> files = Files.walk(data)) {
            System.out.println(files.map(f -> data.relativize(f).toString()).sorted().collect(Collectors.toList()));
        }
        System.out.println(Collections.list(Resources.class.getClassLoader().getResources("data")).size());
        Path inner = Paths.get(Resources.class.getResource("/target/classes/Resources.class").toURI());
        System.out.println(Files.size(inner) + " " + Files.exists(data.resolveSibling(".git").resolve("pack")));
        Files.write(data.resolve("a.txt"), "changed".getBytes());
        Files.write(data.resolve("new.txt"), "new".getBytes());
        Files.createDirectories(data.resolveSibling("out/inner"));
        Files.write(data.resolveSibling("out/inner/o.txt"), "out".getBytes());
        Files.move(Files.write(data.resolve("tmp"), "moved".getBytes()), data.resolve("inner/b.txt"),
            StandardCopyOption.REPLACE_EXISTING);
    }
}
"#;

/// The working directory of a project on the class path: nothing of it is copied but what is rewritten, and the program
/// finds everything where it is.
#[cfg(unix)]
#[test]
fn a_whole_project_as_class_path() {
    use std::os::unix::fs::symlink;

    let f = Fixture::new();
    let root = f.path("project");
    for name in ["data/inner", ".git", "target/classes"] {
        fs::create_dir_all(root.join(name)).unwrap();
    }
    fs::write(root.join("Resources.java"), RESOURCES).unwrap();
    fs::write(root.join("data/a.txt"), "resource").unwrap();
    fs::write(root.join("data/inner/b.txt"), "b").unwrap();
    fs::File::create(root.join(".git/pack")).unwrap().set_len(1 << 40).unwrap();
    javac([root.join("Resources.java")], &root);
    fs::copy(root.join("Resources.class"), root.join("target/classes/Resources.class")).unwrap();
    symlink(".", root.join("here")).unwrap();
    symlink("none", root.join("dangling")).unwrap();
    // An output of ours lies there, too.
    common::succeed(paratrace().args(["instrument", "target/classes", "-o", "traced"]).current_dir(&root));
    let plain = common::succeed(Command::new("java").arg("Resources").current_dir(&root));
    let tmp = f.path("tmp");
    fs::create_dir(&tmp).unwrap();
    for option in ["--no-cache", "--no-communication", "--no-communication"] {
        fs::write(root.join("data/a.txt"), "resource").unwrap();
        fs::write(root.join("data/inner/b.txt"), "b").unwrap();
        fs::remove_file(root.join("data/new.txt")).unwrap();
        fs::remove_dir_all(root.join("out")).unwrap();
        let words = ["run", "--app-only", option, "--json", "../r.json", "--", "java", "Resources"];
        let traced = common::succeed(paratrace().args(words).current_dir(&root).env("TMPDIR", &tmp));
        assert_eq!(text(&traced.stdout), text(&plain.stdout));
        // Files that it wrote are where they would have been.
        let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();
        let written = ["data/a.txt", "data/new.txt", "data/inner/b.txt", "out/inner/o.txt"].map(read);
        assert_eq!(written, ["changed", "new", "moved", "out"]);
        assert!(!root.join("paratrace").exists() && !root.join("data/tmp").exists());
    }
    let json = common::parsed(&fs::read_to_string(f.path("r.json")).unwrap());
    assert_eq!(json["completeness"]["complete"], true, "{}", json["completeness"]);
    assert!(json["nodes"].as_u64().unwrap() > 20, "{}", json["nodes"]);
}

/// A class that others may not read is not laid out for them.
#[cfg(unix)]
#[test]
fn private_classes_stay_private() {
    use std::os::unix::fs::PermissionsExt;

    let f = Fixture::new();
    jar(&f.path("lib.jar"), &f.path("Lib/classes"), "\n");
    let private = |path: PathBuf| fs::set_permissions(path, PermissionsExt::from_mode(0o600)).unwrap();
    private(f.path("lib.jar"));
    private(f.path("Main/classes/Main.class"));
    let output = f.run(&["--keep", "--", "java", "-cp", "Main/classes:lib.jar:Two/classes", "Main"]);
    assert_ran(&output, 0, "sum 380 \n");
    let err = text(&output.stderr);
    let kept = err.lines().find_map(|line| line.strip_prefix("paratrace: kept ")).unwrap_or_else(|| panic!("{err}"));
    let mode = fs::metadata(kept).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o700, "{mode:o}");
    let mut todo = vec![Path::new(kept).join("traced")];
    while let Some(path) = todo.pop() {
        let found = fs::symlink_metadata(&path).unwrap();
        let mode = found.permissions().mode() & 0o777;
        assert_eq!(mode, if found.is_dir() { 0o700 } else { 0o600 }, "{mode:o} {}", path.display());
        if found.is_dir() {
            todo.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
}

/// Of two classes of one name the program gets the one that `java` would load: jars of a wildcard come as their directory lists them.
#[test]
fn jars_of_a_wildcard_come_in_the_order_of_java() {
    let f = Fixture::new();
    for version in 1..=9 {
        let (source, classes) = (f.path("Versions.java"), f.path(&format!("v{version}")));
        let print = format!(r#"System.out.println("version {version}");"#);
        fs::write(&source, format!("public class Versions {{ public static void main(String[] a) {{ {print} }} }}"))
            .unwrap();
        javac([source], &classes);
        fs::create_dir_all(f.path("lib")).unwrap();
        jar(&f.path(&format!("lib/{}.jar", version * 7 % 10)), &classes, "\n");
    }
    let plain = common::succeed(Command::new("java").args(["-cp", "lib/*", "Versions"]).current_dir(f.dir.path()));
    let traced = f.run(&["--", "java", "-cp", "lib/*", "Versions"]);
    assert_eq!(text(&traced.stdout), text(&plain.stdout));
}

const HOLE: &str = r#"
public class Hole {
    static void take(int x) {}
    public static void main(String[] args) {
        for (int i = 0; i < 200000; i++) take(i);
        System.out.println("done");
    }
}
"#;

/// What the JIT compilers are told to take as it is must be an empty method.
#[test]
fn blackholes_of_the_command_line_stay_empty() {
    let f = Fixture::new();
    fs::write(f.path("Hole.java"), HOLE).unwrap();
    javac([f.path("Hole.java")], &f.path("hole"));
    fs::write(f.path("commands"), "blackhole,Hole.take(I)V\n").unwrap();
    let unlocking = ["-XX:+UnlockDiagnosticVMOptions", "-XX:+UnlockExperimentalVMOptions", "-XX:CompileCommand=quiet"];
    for option in ["-XX:CompileCommand=blackhole,Hole::take", "-XX:CompileCommandFile=commands"] {
        let words = [&unlocking[..], &[option, "-cp", "hole", "Hole"]].concat();
        let plain = Command::new("java").args(&words).current_dir(f.dir.path()).output().unwrap();
        if !plain.status.success() || text(&plain.stdout) != "done\n" {
            eprintln!("this JDK knows no blackholes: {}", text(&plain.stderr));
            return;
        }
        let traced = f.run(&[&["--", "java"], &words[..]].concat());
        assert_eq!(text(&traced.stdout), "done\n", "{}", text(&traced.stderr));
        let told = text(&traced.stderr);
        assert!(!told.contains("Blackhole compile option") && !told.contains("trace-except"), "{told}");
    }
}
