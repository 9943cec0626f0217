//! Counted programs: what they count is what their comments say, they print what they print without counters, and the JVM
//! verifies them. Every file of `tests/counters` is a program with a method `task`; its first lines are comments: a topic,
//! the counters that `estimate` finds, and the statistics without their first word and times.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use paratrace_instrumenter::{Output, count, estimate};
use paratrace_verifier::{Jdk, Request, Verifier, run};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|e| e == "java")).collect();
    files.sort();
    files
}

/// A folder of classes of this release, and a copy that counts what `tasks` do.
fn counted(jdk: &Jdk, release: &str, sources: &[PathBuf], dir: &Path, tasks: &[String], indices: bool) -> PathBuf {
    let plain = dir.join("plain");
    if !plain.exists() {
        jdk.javac(&["--release", release, "-g", "-nowarn"], sources, &plain).unwrap();
    }
    let out = dir.join(format!("counted-{}-{indices}", tasks.join("-").len()));
    count(&[plain], &Output::Directory(out.clone()), tasks, indices).unwrap();
    out.join("plain")
}

/// The lines of a statistics file without times.
fn statistics(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("VM "));
    lines.filter(|line| line.starts_with('d')).map(str::to_owned).collect()
}

/// The expected lines, from the comments of a program.
fn expected(source: &Path) -> Vec<String> {
    let text = fs::read_to_string(source).unwrap();
    text.lines().map_while(|line| line.strip_prefix("// ")).skip(1).map(str::to_owned).collect()
}

fn java(jdk: &Jdk, statistics: &Path, classes: &Path, words: &[&str]) -> String {
    let mut java = jdk.tool("java");
    java.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1"]);
    java.arg(format!("-Dparatrace.statistics={}", statistics.display()));
    run(java.arg("-cp").arg(classes).args(words)).unwrap()
}

#[test]
fn counts_are_as_worked_out_by_hand() {
    let jdk = Jdk::find().unwrap();
    let mut wrong = Vec::new();
    for release in ["8", "17"] {
        for source in sources(&folder("tests/counters")) {
            let dir = tempfile::tempdir().unwrap();
            let name = source.file_stem().unwrap().to_str().unwrap().to_owned();
            let task = vec![format!("{name}.task")];
            let classes = counted(&jdk, release, std::slice::from_ref(&source), dir.path(), &task, false);
            let (reads, writes) = estimate(&[dir.path().join("plain")], &task).unwrap().counters();
            java(&jdk, &dir.path().join("s"), &classes, &[&name]);
            let mut found = vec![format!("estimate rd = {reads} wr = {writes}")];
            found.extend(statistics(&dir.path().join("s")));
            if found != expected(&source) {
                wrong.push(format!("{name} ({release}): {found:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// With `indices` the same accesses are counted, and every array has a range.
#[test]
fn all_indices() {
    let jdk = Jdk::find().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let sources = sources(&folder("tests/counters"));
    for source in &sources {
        let name = source.file_stem().unwrap().to_str().unwrap();
        let classes = counted(&jdk, "17", &sources, dir.path(), &[format!("{name}.task")], true);
        let file = dir.path().join(name);
        java(&jdk, &file, &classes, &[name]);
        let whole = statistics(&file);
        let wanted: Vec<_> = expected(source).into_iter().filter(|line| line.starts_with('d')).collect();
        let count = |line: &String| line.split(" index").next().unwrap().to_owned();
        assert_eq!(whole.iter().map(count).collect::<Vec<_>>(), wanted.iter().map(count).collect::<Vec<_>>(), "{name}");
        assert!(whole.iter().all(|line| !line.contains("array") || line.contains(" index ")), "{whole:#?}");
        fs::remove_dir_all(classes.parent().unwrap()).unwrap();
    }
}

/// Whatever the number of threads, together they read and write the same elements.
#[test]
fn examples_count_alike_on_one_two_and_four_threads() {
    let jdk = Jdk::find().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let programs = [("Crypt", "8000"), ("Sparse", "500"), ("RayTracer", "20"), ("MonteCarlo", "40")];
    let tasks: Vec<_> = programs.iter().map(|(name, _)| format!("grande.{name}Runner.run")).collect();
    let classes = counted(&jdk, "8", &sources(&folder("../examples/grande")), dir.path(), &tasks, true);
    for (name, size) in programs {
        let main = format!("grande.{name}");
        let plain = java(&jdk, Path::new("none"), &dir.path().join("plain"), &[&main, "1", size]);
        let totals = ["1", "2", "4"].map(|threads| {
            let file = dir.path().join(format!("{name}-{threads}"));
            assert_eq!(java(&jdk, &file, &classes, &[&main, threads, size]), plain);
            elements(&statistics(&file))
        });
        assert!(totals[0].0 + totals[0].1 > 0 || name == "MonteCarlo", "{name} counts nothing");
        assert!(totals.iter().all(|total| *total == totals[0]), "{name}: {totals:?}");
    }
    // Four rounds of 52 keys and 8 bytes a block, twice; 5 reads and a write an element and round.
    let crypt = elements(&statistics(&dir.path().join("Crypt-2")));
    assert_eq!(crypt, (2 * 1000 * (52 + 8), 2 * 1000 * 8));
    let sparse = elements(&statistics(&dir.path().join("Sparse-4")));
    assert_eq!(sparse, (5 * 2500 * 200, 2500 * 200));
}

/// Reads and writes of elements of arrays.
fn elements(lines: &[String]) -> (u64, u64) {
    let number = |line: &str| line.split(['=', ' ']).filter_map(|word| word.parse::<u64>().ok()).next().unwrap();
    let sum = |way: &str| lines.iter().filter(|l| l.starts_with(way) && !l.contains(",0]")).map(|l| number(l)).sum();
    (sum("drd"), sum("dwr"))
}

/// The verifier, which rejects what it must, accepts everything.
#[test]
fn counted_programs_verify() {
    let jdk = Jdk::find().unwrap();
    let verifier = Verifier::new(&jdk).unwrap();
    let groups = [("../tests/programs", "17"), ("../tests/programs/open", "17"), ("tests/counters", "8")];
    for (number, (name, release)) in groups.into_iter().enumerate() {
        let dir = tempfile::tempdir().unwrap();
        let sources = sources(&folder(name));
        let entry = if number == 2 { "task" } else { "main" };
        let task = |path: &PathBuf| format!("{}.{entry}", path.file_stem().unwrap().to_str().unwrap());
        let classes = counted(&jdk, release, &sources, dir.path(), &sources.iter().map(task).collect::<Vec<_>>(), true);
        let mut request = Request::default();
        request.loader("counted", [classes.as_path()]);
        let mut linked = 0;
        for file in fs::read_dir(&classes).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()) {
            if let Some(class) = file.strip_suffix(".class") {
                request.link("counted", class);
                linked += 1;
            }
        }
        let verdict = verifier.link(&jdk, &request, &[]).unwrap();
        assert!(verdict.rejected.is_empty() && verdict.unresolved.is_empty(), "{verdict:?}");
        assert_eq!(verdict.linked, linked);
    }
}

/// Nobody asks twice, and a task must be there.
#[test]
fn refusals() {
    let jdk = Jdk::find().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let task = vec!["Loop.task".to_owned()];
    let classes = counted(&jdk, "17", &[folder("tests/counters/Loop.java")], dir.path(), &task, false);
    let again = count(&[classes], &Output::Directory(dir.path().join("again")), &task, false).unwrap_err();
    assert!(again.to_string().contains("traced already"), "{again}");
    for missing in ["Loop.nothing", "Nothing.task", "Loop.task(I)V", "Loop.<init>"] {
        let error = estimate(&[dir.path().join("plain")], &[missing.to_owned()]).unwrap_err();
        assert!(error.to_string().contains(missing), "{error}");
    }
}

/// Copies of constructors and static methods are as private as their callers allow: who looks for what is accessible by
/// reflection finds what was there.
#[test]
fn copies_hide() {
    let jdk = Jdk::find().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let source = [folder("tests/counters/Hidden.java")];
    let classes = counted(&jdk, "17", &source, dir.path(), &["Hidden.task".to_owned()], false);
    let plain = java(&jdk, Path::new("none"), &dir.path().join("plain"), &["Hidden"]);
    assert_eq!(java(&jdk, &dir.path().join("s"), &classes, &["Hidden"]), plain);
}

/// Nor does who makes classes find copies of static methods that other packages call.
#[test]
fn copies_hide_from_who_makes_classes() {
    const TOOL: &str = "package tool; public class Tool { static int shared = 2;
        public static int twice(int value) { return shared * value; } }";
    const MAKER: &str = "public class Maker {
        public static void main(String[] args) {
            if (java.lang.reflect.Proxy.isProxyClass(Maker.class) || task() != 6) throw new IllegalStateException();
            for (java.lang.reflect.Method method : tool.Tool.class.getMethods())
                if (method.getName().equals(\"twice\")) System.out.println(method);
        }
        static int task() { return tool.Tool.twice(3); } }";
    let jdk = Jdk::find().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let sources = [("Tool.java", TOOL), ("Maker.java", MAKER)].map(|(name, text)| {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        path
    });
    let classes = counted(&jdk, "17", &sources, dir.path(), &["Maker.task".to_owned()], false);
    let found = java(&jdk, &dir.path().join("s"), &classes, &["Maker"]);
    assert_eq!(found.trim(), "public static int tool.Tool.twice(int)");
    assert_eq!(statistics(&dir.path().join("s")), ["drd [1,0] = 1"]);
}
