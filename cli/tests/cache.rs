//! The cache of `paratrace run` for rewritten programs: the same bytes, made once, and never in anybody's way.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{jar, javac, paratrace, succeed, text};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const MAIN: &str = r#"
import java.util.*;
public class Main {
    public static void main(String[] args) throws Exception {
        int sum = 0;
        for (int i = 0; i < 10; i++) sum += Lib.twice(i);
        System.out.println("sum " + sum);
        System.out.flush();
        if (args.length == 0) return;
        if (args[0].equals("wait")) { System.in.read(); System.out.println(Late.text()); }
        if (args[0].equals("child")) {
            List<String> words = new ArrayList<>(Arrays.asList("java", "-Dparatrace.dir=" + args[1] + ".trace", "-cp"));
            words.addAll(Arrays.asList(System.getProperty("java.class.path"), "Child", args[1]));
            new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(new java.io.File(args[1] + ".log")).start();
        }
    }
}
class Late { static String text() { return "late"; } }
class Child {
    public static void main(String[] args) throws Exception {
        java.io.File go = new java.io.File(args[0] + ".go");
        while (!go.exists()) Thread.sleep(20);
        java.nio.file.Files.write(new java.io.File(args[0]).toPath(), Late.text().getBytes());
    }
}
"#;
const LIB: &str = "public class Lib { static int twice(int x) { return 2 * x; } }";

/// A program in `classes` and `lib.jar`, and an empty cache.
struct Fixture {
    dir: TempDir,
}

impl Fixture {
    fn new() -> Fixture {
        let fixture = Fixture { dir: tempfile::tempdir().unwrap() };
        fs::write(fixture.path("Main.java"), MAIN).unwrap();
        fixture.library(LIB);
        let all = fixture.path("all");
        javac(["Main.java", "Lib.java"].map(|name| fixture.path(name)), &all);
        fs::remove_file(all.join("Lib.class")).unwrap();
        fs::rename(all, fixture.path("classes")).unwrap();
        fixture
    }

    /// Writes `lib.jar`.
    fn library(&self, source: &str) {
        fs::write(self.path("Lib.java"), source).unwrap();
        javac([self.path("Lib.java")], &self.path("lib"));
        jar(&self.path("lib.jar"), &self.path("lib"), "\n");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn command(&self, words: &[&str]) -> Command {
        let tmp = self.path("tmp");
        fs::create_dir_all(&tmp).unwrap();
        let mut command = paratrace();
        command.args(words).current_dir(self.dir.path()).env("PARATRACE_CACHE", self.path("cache")).env("TMPDIR", tmp);
        command
    }

    fn run(&self, options: &[&str], args: &[&str]) -> String {
        text(&succeed(&mut self.command(&[&["run", "--app-only"], options, &["--"], &JAVA, args].concat())).stdout)
    }

    fn listed(&self) -> Value {
        serde_json::from_slice(&succeed(&mut self.command(&["cache", "--json"])).stdout).unwrap()
    }

    /// The directories of the sets.
    fn sets(&self) -> Vec<PathBuf> {
        let sets = fs::read_dir(self.path("cache/sets"));
        sets.map(|found| found.map(|set| set.unwrap().path()).collect()).unwrap_or_default()
    }

    fn only_set(&self) -> PathBuf {
        let sets = self.sets();
        assert_eq!(sets.len(), 1, "{sets:?}");
        sets[0].clone()
    }
}

const JAVA: [&str; 4] = ["java", "-cp", "classes:lib.jar", "Main"];

/// Contents of all files below a directory.
fn contents(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut found, mut todo) = (BTreeMap::new(), vec![root.to_owned()]);
    while let Some(directory) = todo.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                todo.push(path);
            } else {
                found.insert(path.strip_prefix(root).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Contents of all files of a set and of its jar, but for the map: what is kept for the user has it inside.
fn without_maps(traced: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = tempfile::tempdir().unwrap();
    succeed(Command::new("jar").arg("xf").arg(traced.join("lib.jar")).current_dir(entries.path()));
    let mut all = contents(traced);
    all.remove(Path::new("lib.jar")).unwrap();
    all.extend(contents(entries.path()));
    let is_map = |path: &Path| path.ends_with("program.map") || path.ends_with("program.map.place");
    all.retain(|path, _| !is_map(path));
    assert!(all.contains_key(Path::new("Lib.class")) && all.contains_key(Path::new("classes/Main.class")));
    all
}

/// Notes on rewriting are told when it is done; later runs say in one line that there are some.
#[test]
fn notes_are_told_once() {
    let f = Fixture::new();
    fs::copy(f.path("lib.jar"), f.path("lib/inner.jar")).unwrap();
    jar(&f.path("lib.jar"), &f.path("lib"), "\n");
    let run = || text(&succeed(&mut f.command(&[&["run", "--app-only", "--"], &JAVA[..]].concat())).stderr);
    let (first, second) = (run(), run());
    assert!(first.contains("  note: ") && first.contains("inner.jar"), "{first}");
    let line = "paratrace: 1 note on rewriting this program, as in an earlier run: --no-cache shows them\n";
    assert!(second.starts_with(line) && !second.contains("inner.jar") && !first.contains(line), "{second}");
    let third =
        text(&succeed(&mut f.command(&[&["run", "--app-only", "--no-cache", "--"], &JAVA[..]].concat())).stderr);
    assert!(third.contains("  note: "), "{third}");
    fs::write(f.path("start.sh"), JAVA.join(" ")).unwrap();
    // Test runners are left out there: it is another set.
    let script = || text(&succeed(&mut f.command(&["run", "--app-only", "sh", "start.sh"])).stderr);
    let (first, second) = (script(), script());
    assert!(first.contains("paratrace: Main: lib.jar") && first.contains("inner.jar"), "{first}");
    assert!(second.contains(line) && !second.contains("inner.jar"), "{second}");
}

#[test]
fn a_second_run_rewrites_nothing_and_runs_the_same_bytes() {
    let f = Fixture::new();
    assert_eq!(f.run(&["--out", "a"], &[]), "sum 90\n");
    let set = f.only_set();
    let first = fs::metadata(&set).unwrap();
    assert_eq!(f.run(&["--out", "b"], &[]), "sum 90\n");
    let second = fs::metadata(f.only_set()).unwrap();
    assert_eq!((first.ino(), first.mtime_nsec()), (second.ino(), second.mtime_nsec()), "it was made again");
    succeed(paratrace().args(["diff", "a", "b"]).current_dir(f.dir.path()));
    // A run without a cache has the same output.
    f.run(&["--keep"], &[]);
    f.run(&["--no-cache"], &[]);
    let kept = fs::read_dir(f.path("tmp")).unwrap().map(|entry| entry.unwrap().path());
    let kept: Vec<_> = kept.filter(|path| path.join("traced").is_dir()).collect();
    assert_eq!(without_maps(&kept[0].join("traced")), without_maps(&set.join("traced")));
    assert_eq!(fs::read(kept[0].join("program.map")).unwrap(), fs::read(set.join("program.map")).unwrap());
    assert_eq!(f.sets().len(), 1);
    assert_eq!(fs::read_dir(f.path("cache/farms")).unwrap().count(), 0, "farms were left behind");
}

#[test]
fn what_decides_the_result_decides_the_set() {
    let f = Fixture::new();
    f.run(&[], &[]);
    f.run(&["--trace-except", "Late"], &[]);
    assert_eq!(f.sets().len(), 2);
    f.library("public class Lib { static int twice(int x) { return 3 * x; } }");
    assert_eq!(f.run(&[], &[]), "sum 135\n");
    assert_eq!(f.sets().len(), 3);
    // A file that is no class does not matter, but it is found.
    fs::write(f.path("classes/words.txt"), "words").unwrap();
    f.run(&[], &[]);
    assert_eq!(f.sets().len(), 3);
}

#[test]
fn a_damaged_set_is_made_again() {
    let f = Fixture::new();
    f.run(&[], &[]);
    let set = f.only_set();
    let before = contents(&set.join("traced"));
    for damage in [
        &|set: &Path| fs::remove_file(set.join("traced/lib.jar")).unwrap() as _,
        &|set: &Path| fs::write(set.join("traced/classes/Main.class"), "no class").unwrap(),
        &|set: &Path| fs::write(set.join("set.json"), "{}").unwrap(),
        &|set: &Path| fs::remove_dir_all(set.join("traced/classes")).unwrap(),
        &|set: &Path| change_a_byte(&set.join("traced/classes/Main.class")),
        &|set: &Path| change_a_byte(&set.join("traced/lib.jar")),
        &|set: &Path| fs::write(set.join("traced/classes/Lib.class"), "planted").unwrap(),
        &|set: &Path| become_link(&set.join("traced/lib.jar")),
        &|set: &Path| become_link(set),
        &|set: &Path| fs::set_permissions(set.join("traced/lib.jar"), Permissions::from_mode(0o666)).unwrap(),
        &|set: &Path| give_away(&set.join("traced/lib.jar")),
    ] as [&dyn Fn(&Path); 11]
    {
        damage(&set);
        assert_eq!(f.run(&[], &[]), "sum 90\n");
        let again = f.only_set();
        assert!(contents(&again.join("traced")) == before && !again.is_symlink());
        assert!(!again.join("traced/lib.jar").is_symlink() && is_own(&again.join("traced/lib.jar")));
    }
}

/// Changes the middle of a file, but neither its size nor its time.
fn change_a_byte(path: &Path) {
    let (mut bytes, time) = (fs::read(path).unwrap(), fs::metadata(path).unwrap().modified().unwrap());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(path, bytes).unwrap();
    fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

/// What was there lies elsewhere, and a link leads to it.
fn become_link(path: &Path) {
    let elsewhere = path.ancestors().find(|above| above.ends_with("cache")).unwrap().with_file_name("elsewhere");
    fs::create_dir_all(&elsewhere).unwrap();
    let moved = elsewhere.join(path.file_name().unwrap());
    fs::rename(path, &moved).unwrap();
    symlink(moved, path).unwrap();
}

/// Makes another user the owner, if this one may do that.
fn give_away(path: &Path) {
    let _ = chown(path, Some(65534), None);
}

fn is_own(path: &Path) -> bool {
    let [found, own] = [path, Path::new("/proc/self")].map(|path| fs::symlink_metadata(path).unwrap());
    found.uid() == own.uid() && found.mode() & 0o022 == 0
}

/// Others could put classes there that the user's JVM would run.
#[test]
fn what_is_not_the_users_alone_is_not_used() {
    let f = Fixture::new();
    let open = |name: &str, mode| fs::set_permissions(f.path(name), Permissions::from_mode(mode)).unwrap();
    for (what, change) in [
        ("cache can be written to by others", &|| open("cache", 0o777) as _),
        ("cache can be written to by others", &|| open("cache", 0o1777)),
        ("cache can be written to by others", &|| open("cache", 0o770)),
        ("cache/sets can be written to by others", &|| open("cache/sets", 0o702)),
        ("cache/jdks can be written to by others", &|| open("cache/jdks", 0o720)),
        ("cache/farms is a symbolic link", &|| become_link(&f.path("cache/farms"))),
        ("cache belongs to another user", &|| give_away(&f.path("cache"))),
        ("cache/locks belongs to another user", &|| give_away(&f.path("cache/locks"))),
        ("can be written to by others, and has no sticky bit", &|| open("", 0o777)),
    ] as [(&str, &dyn Fn()); 9]
    {
        f.run(&[], &[]);
        let used =
            fs::metadata(f.path("cache/locks").join(f.only_set().file_name().unwrap())).unwrap().modified().unwrap();
        change();
        if what.ends_with("another user") && is_own(&f.path("cache")) && is_own(&f.path("cache/locks")) {
            continue;
        }
        let run = succeed(&mut f.command(&[&["run", "--app-only", "--"], &JAVA[..]].concat()));
        assert_eq!(text(&run.stdout), "sum 90\n");
        let told = text(&run.stderr);
        let lines = told.lines().filter(|line| line.contains("the cache is not used: ") && line.contains(what));
        assert_eq!(lines.count(), 1, "{what}: {told}");
        let after = fs::metadata(f.path("cache/locks").join(f.only_set().file_name().unwrap())).unwrap();
        assert_eq!(after.modified().unwrap(), used, "{what}: it was used");
        assert!(!f.command(&["cache"]).output().unwrap().status.success(), "{what}");
        open("", 0o700);
        let cleared = fs::remove_dir_all(f.path("cache"));
        cleared.unwrap();
    }
}

/// A trace and its map say much of the classes.
#[test]
fn traces_of_private_classes_are_private() {
    let f = Fixture::new();
    let mode = |path: &str| fs::metadata(f.path(path)).unwrap().permissions().mode() & 0o077;
    let set = |path: &str, mode| fs::set_permissions(f.path(path), Permissions::from_mode(mode)).unwrap();
    ["", "classes"].into_iter().for_each(|path| set(path, 0o755));
    for (path, private) in [("lib.jar", 0o600), ("classes/Late.class", 0o640), ("classes", 0o700)] {
        let public = f.path(path).metadata().unwrap().permissions().mode() & 0o777;
        set(path, private);
        f.run(&["--out", "trace"], &[]);
        assert_eq!((mode("trace"), mode("trace/program.map")), (0, 0), "{path}");
        succeed(f.command(&["instrument", "classes", "lib.jar", "-o", "copy"]).current_dir(f.dir.path()));
        let copies = ["java", "-Dparatrace.dir=copied", "-cp", "copy/classes:copy/lib.jar", "Main"];
        succeed(Command::new("java").args(&copies[1..]).current_dir(f.dir.path()));
        assert_eq!(mode("copied"), 0, "{path}");
        for made in ["trace", "copy", "copied"] {
            fs::remove_dir_all(f.path(made)).unwrap();
        }
        set(path, public);
    }
}

#[test]
fn several_at_once_make_one_set() {
    let f = Fixture::new();
    let start = |n: usize| {
        let trace = format!("trace-{n}");
        f.command(&[&["run", "--app-only", "--out", &trace, "--"], &JAVA[..]].concat())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let running: Vec<_> = (0..3).map(start).collect();
    for child in running {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        assert_eq!(text(&output.stdout), "sum 90\n");
    }
    f.only_set();
    assert_eq!(fs::read_dir(f.path("cache/making")).unwrap().count(), 0);
}

#[test]
fn only_the_user_can_read_it() {
    let f = Fixture::new();
    f.run(&[], &[]);
    let mut todo = vec![f.path("cache")];
    while let Some(path) = todo.pop() {
        let found = fs::symlink_metadata(&path).unwrap();
        let mode = found.permissions().mode() & 0o777;
        if found.is_dir() {
            assert_eq!(mode, 0o700, "{mode:o} {}", path.display());
            todo.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if !path.ends_with("program.map") {
            // Traces share the map: it has the rights that their own files have.
            assert_eq!(mode, 0o600, "{mode:o} {}", path.display());
        }
    }
}

#[test]
fn where_there_can_be_no_cache_it_runs_all_the_same() {
    let f = Fixture::new();
    fs::write(f.path("file"), "").unwrap();
    for place in ["file", "/proc/none/cache"] {
        let mut run = f.command(&[&["run", "--app-only", "--"], &JAVA[..]].concat());
        assert_eq!(text(&succeed(run.env("PARATRACE_CACHE", place)).stdout), "sum 90\n");
    }
}

/// A set that a run uses stays; a class that it needs late is there. Then the limit counts.
#[test]
fn a_set_in_use_is_not_removed() {
    let f = Fixture::new();
    let mut child = f.command(&[&["run", "--app-only", "--"], &JAVA[..], &["wait"]].concat());
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    succeed(&mut f.command(&["cache", "--clear"]));
    f.run(&["--trace-except", "Late"], &[]);
    assert_eq!(f.sets().len(), 2);
    succeed(&mut f.command(&["cache", "--limit", "1k"]));
    let used = f.listed();
    assert_eq!((used["sets"].as_array().unwrap().len(), &used["limit"]), (1, &1024.into()), "{used}");
    drop(child.stdin.take());
    out.read_line(&mut line).unwrap();
    assert_eq!(line, "sum 90\nlate\n");
    assert!(child.wait().unwrap().success());
    let shown = text(&succeed(&mut f.command(&["cache", "--clear"])).stdout);
    assert!(shown.contains("0 programs, 0 B of at most 1 KiB"), "{shown}");
    assert_eq!(f.sets().len(), 0);
}

/// A set that is larger than all sets may be together is there for its run; it displaces no other, and goes first.
#[test]
fn a_set_larger_than_the_limit() {
    let f = Fixture::new();
    f.run(&[], &[]);
    let small = f.listed()["sets"][0]["bytes"].as_u64().unwrap();
    let padding: String = (0..1600).map(|n| format!(" static int m{n}(int x) {{ return x + {n}; }}")).collect();
    fs::write(f.path("Big.java"), format!("class Big {{{padding} public static void main(String[] a) {{ m1(2); }} }}"))
        .unwrap();
    crate::common::javac([f.path("Big.java")], &f.path("big"));
    succeed(&mut f.command(&["cache", "--limit", &(small + small / 10).to_string()]));
    succeed(&mut f.command(&["run", "--app-only", "--", "java", "-cp", "big", "Big"]));
    let shown = text(&succeed(&mut f.command(&["cache"])).stdout);
    assert_eq!(f.sets().len(), 2, "{shown}");
    assert_eq!(shown.lines().filter(|line| line.contains("more than the limit")).count(), 1, "{shown}");
    f.run(&["--trace-except", "Late"], &[]);
    let sets = f.listed();
    assert!(sets["sets"].as_array().unwrap().iter().all(|set| set["bytes"].as_u64().unwrap() < 2 * small), "{sets}");
}

/// A JVM that outlives the run still finds its classes.
#[test]
fn a_child_that_stays() {
    for option in ["--top=1", "--no-cache"] {
        let f = Fixture::new();
        let file = f.path("result");
        f.run(&[option], &["child", file.to_str().unwrap()]);
        fs::write(f.path("result.go"), "").unwrap();
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while !file.exists() && std::time::Instant::now() < deadline {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        let log = fs::read_to_string(f.path("result.log")).unwrap_or_default();
        assert_eq!(fs::read_to_string(&file).unwrap_or_default(), "late", "{option}: {log}");
    }
}

/// One map lies beside a set of jars, and has other names in traces; what is kept for the user has its own.
#[test]
fn traces_share_the_map_of_a_set() {
    let f = Fixture::new();
    f.run(&["--out", "first"], &[]);
    f.run(&["--out", "second"], &[]);
    let map = fs::metadata(f.only_set().join("program.map")).unwrap();
    for trace in ["first", "second"] {
        let own = fs::metadata(f.path(trace).join("program.map")).unwrap();
        assert_eq!((own.ino(), own.mode()), (map.ino(), map.mode()), "{trace}");
    }
    let has_map = |jar: &Path| {
        let listed = text(&succeed(Command::new("jar").arg("tf").arg(jar)).stdout);
        listed.lines().any(|entry| entry == "paratrace/rt/program.map")
    };
    assert!(!has_map(&f.only_set().join("traced/lib.jar")));
    succeed(&mut f.command(&["instrument", "lib.jar", "-o", "lib.traced.jar"]));
    assert!(has_map(&f.path("lib.traced.jar")));
    assert_eq!(map.mode() & 0o222, 0, "{:o}", map.mode());
    // The set goes, the traces stay whole.
    succeed(&mut f.command(&["cache", "--clear"]));
    succeed(&mut f.command(&["verify", "--deep", "first"]));
    // A cache that was moved has no sets for this place.
    f.run(&[], &[]);
    fs::rename(f.path("cache"), f.path("moved")).unwrap();
    let moved = f.path("moved");
    let words = [&["run", "--app-only", "--out", "third", "--"], &JAVA[..]].concat();
    succeed(f.command(&words).env("PARATRACE_CACHE", &moved));
    assert_eq!(fs::read_dir(moved.join("sets")).unwrap().count(), 2);
    succeed(&mut f.command(&["verify", "--deep", "third"]));
}

/// Children of a traced program have its map, also those that know nothing of the run.
#[test]
fn children_without_environment_have_the_map() {
    let f = Fixture::new();
    let source = "public class Lib { static int twice(int x) { return 2 * x; }
        public static void main(String[] args) throws Exception {
            if (args.length == 0) { System.out.println(twice(2)); return; }
            ProcessBuilder child = new ProcessBuilder(System.getProperty(\"java.home\") + \"/bin/java\",
                \"-Dparatrace.dir=\" + args[0], \"-cp\", System.getProperty(\"java.class.path\"), \"Lib\");
            child.environment().clear();
            child.inheritIO().start().waitFor();
        } }";
    f.library(source);
    let words = ["run", "--app-only", "--out", "parent", "--", "java", "-cp", "lib.jar", "Lib", "child"];
    assert_eq!(text(&succeed(&mut f.command(&words)).stdout), "4\n");
    succeed(&mut f.command(&["verify", "--deep", "child"]));
}

/// Programs that launchers have traced leave nothing behind either, and what they create lies where it belongs.
#[test]
fn farms_of_launchers_go() {
    let f = Fixture::new();
    fs::write(
        f.path("start.sh"),
        [JAVA.join(" "), "echo new > $(ls -d cache/farms/*/*/classes)/new.txt".into()].join("\n"),
    )
    .unwrap();
    succeed(&mut f.command(&["run", "--app-only", "sh", "start.sh"]));
    assert_eq!(fs::read_dir(f.path("cache/farms")).unwrap().count(), 0);
    assert_eq!(fs::read_to_string(f.path("classes/new.txt")).unwrap(), "new\n");
}

/// Farms that killed runs left behind.
#[test]
fn old_farms_are_swept() {
    let f = Fixture::new();
    f.run(&[], &[]);
    let farm = |name: &str, hours: u64| {
        let place = f.path("cache/farms").join(name);
        fs::create_dir_all(place.join("classes")).unwrap();
        let time = std::time::SystemTime::now() - std::time::Duration::from_secs(hours * 3600);
        fs::File::open(&place).unwrap().set_modified(time).unwrap();
        place
    };
    let (old, younger, used) = (farm("run-old", 25), farm("run-younger", 2), farm("run-used", 25));
    let mut user = Command::new("sleep").arg("60").env("CLASSPATH", used.join("classes")).spawn().unwrap();
    // A new set is made.
    f.library("public class Lib { static int twice(int x) { return x + x; } }");
    f.run(&[], &[]);
    assert!(!old.exists() && younger.exists() && used.exists());
    succeed(&mut f.command(&["cache", "--clear"]));
    assert!(!younger.exists() && used.exists());
    user.kill().unwrap();
    user.wait().unwrap();
}
