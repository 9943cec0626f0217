//! Outputs of an instrumentation: same input, same bytes; originals refused when traced already; untouched entries as
//! they were; `serialVersionUID` as the JVM would have computed it.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use paratrace_instrumenter::{Error, Options, Output, Summary, instrument};
use paratrace_traceformat::map::{Mode, ProgramMap};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const SOURCE: &str = r#"
public class Main implements java.io.Serializable, Comparable<Main> {
    static final int K = 3; private transient int hidden; protected long shown; static { System.getProperty("x"); }
    public Main() {} private Main(int a) { shown = a; } synchronized final int f(String s, long[] l) { return K + hidden; }
    public int compareTo(Main o) { return Long.compare(shown, o.shown); }
    interface I extends java.io.Serializable { default int g() { return 1; } }
    static abstract class Inner extends Exception implements I, Cloneable { String s; abstract void h() throws Exception; }
    enum E { A, B }
    static class F { protected final void finalize() {} }
    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"Main", "Main$Inner"}) {
            System.out.println(java.io.ObjectStreamClass.lookup(Class.forName(name)).getSerialVersionUID());
        }
        System.out.println(new Main(4).f("", null) + new Main().compareTo(new Main(1)) + E.B.ordinal());
    }
}
"#;

/// A directory with the compiled classes, and a jar of them with other entries.
fn fixture() -> (TempDir, PathBuf, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("Main.java"), SOURCE).unwrap();
    let classes = dir.path().join("classes");
    let mut javac = Command::new("javac");
    javac.args(["-g", "-d"]).arg(&classes).arg(dir.path().join("Main.java"));
    assert!(javac.status().unwrap().success());
    let jar = dir.path().join("app.jar");
    let mut writer = ZipWriter::new(File::create(&jar).unwrap());
    let mut put = |name: &str, bytes: &[u8]| {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    };
    put("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\r\nMain-Class: Main\r\n");
    put("META-INF/APP.SF", b"signature");
    put("data/readme.txt", b"as it was");
    let mut names: Vec<PathBuf> = fs::read_dir(&classes).unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    for path in names {
        put(path.file_name().unwrap().to_str().unwrap(), &fs::read(&path).unwrap());
    }
    put("broken.class", b"not a class");
    writer.finish().unwrap();
    (dir, classes, jar)
}

fn run(inputs: &[&Path], output: Output, threads: usize) -> Result<Summary, Error> {
    let inputs: Vec<PathBuf> = inputs.iter().map(|path| path.to_path_buf()).collect();
    instrument(&inputs, &output, None, &Options { threads, ..Options::default() }, &|_, _| {})
}

fn names(jar: &Path) -> Vec<String> {
    let mut archive = ZipArchive::new(File::open(jar).unwrap()).unwrap();
    (0..archive.len()).map(|i| archive.by_index(i).unwrap().name().unwrap().into_owned()).collect()
}

#[test]
fn same_input_same_bytes() {
    let (dir, classes, jar) = fixture();
    let library = dir.path().join("library.jar");
    many_classes(dir.path(), &library);
    let first = dir.path().join("one");
    let files = ["app.jar", "library.jar", "classes/Main.class", "classes/paratrace/rt/program.map"];
    for (threads, place) in [(1, "one"), (2, "elsewhere/two"), (7, "seven"), (1, "again")] {
        let out = dir.path().join(place);
        run(&[&jar, &library, &classes], Output::Directory(out.clone()), threads).unwrap();
        for file in files {
            let same = fs::read(first.join(file)).unwrap() == fs::read(out.join(file)).unwrap();
            assert!(same, "{file} differs with {threads} threads in {place}");
        }
    }
}

/// Classes that call each other and access each other's fields, enough of them to keep several threads busy.
fn many_classes(dir: &Path, jar: &Path) {
    let (source, classes) = (dir.join("Many.java"), dir.join("many"));
    let class = |n: usize| {
        let next = (n + 1) % 300;
        format!(
            "class C{n} extends RuntimeException {{ int x; static int s = {n}; int f(C{next} o) {{ int k = o.x++;
                 for (int i = 0; i < C{next}.s; i++) k += o.hashCode(); return k + new C{next}().x; }} }}\n"
        )
    };
    fs::write(&source, (0..300).map(class).collect::<String>()).unwrap();
    assert!(Command::new("javac").arg("-d").arg(&classes).arg(&source).status().unwrap().success());
    let mut writer = ZipWriter::new(File::create(jar).unwrap());
    for n in 0..300 {
        let name = format!("C{n}.class");
        writer.start_file(&*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(&fs::read(classes.join(name)).unwrap()).unwrap();
    }
    writer.finish().unwrap();
}

#[test]
fn a_method_that_gets_too_large_is_called_as_untraced() {
    let (dir, ..) = fixture();
    let classes = dir.path().join("large");
    let statements: String = (0..5000).map(|n| format!("a[i]+=f({});\n", n % 100)).collect();
    let source = format!(
        "public class Large {{ static int[] a = {{1}}; static int f(int n) {{ return n + 1; }}
         static void large(int i) {{ {statements} }}
         static class Caller {{ static int call() {{ large(0); return a[0]; }} }}
         static class Other {{ static int g(int n) {{ return f(n); }} }}
         public static void main(String[] s) {{ System.out.println(Caller.call() + Other.g(2)); }} }}"
    );
    fs::write(dir.path().join("Large.java"), source).unwrap();
    let mut javac = Command::new("javac");
    assert!(javac.arg("-d").arg(&classes).arg(dir.path().join("Large.java")).status().unwrap().success());
    let out = dir.path().join("out");
    let summary = run(&[&classes], Output::Directory(out.clone()), 2).unwrap();
    assert_eq!(summary.untraced, [("code-too-large", 1)].into());
    // The map is valid: no call is bound to the method.
    let (map, _) = ProgramMap::read(out.join("large/paratrace/rt/program.map")).unwrap();
    let sites: Vec<Mode> = map.sites.iter().filter(|site| site.name == "large").map(|site| site.mode).collect();
    assert_eq!(sites, [Mode::Open]);
    let trace = format!("-Dparatrace.dir={}", dir.path().join("trace").display());
    let java = Command::new("java").arg(trace).arg("-cp").arg(out.join("large")).arg("Large").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&java.stdout).trim(), "252504", "{}", String::from_utf8_lossy(&java.stderr));
}

#[test]
fn entries_keep_their_order_and_signatures_go() {
    let (dir, _, jar) = fixture();
    let out = dir.path().join("out.jar");
    let summary = run(&[&jar], Output::Jar(out.clone()), 0).unwrap();
    let kept: Vec<String> = names(&jar).into_iter().filter(|name| name != "META-INF/APP.SF").collect();
    assert_eq!(names(&out)[..kept.len()], kept);
    let mut text = String::new();
    let mut archive = ZipArchive::new(File::open(&out).unwrap()).unwrap();
    archive.by_name("data/readme.txt").unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "as it was");
    assert!(summary.notes.iter().any(|note| note.contains("was signed")), "{:?}", summary.notes);
    assert!(summary.notes.iter().any(|note| note.contains("broken.class is left as it is")), "{:?}", summary.notes);
    assert_eq!(summary.untraced["empty-finalizer"], 1);
    let untraced: usize = summary.untraced.values().sum();
    assert_eq!(summary.traced + untraced, summary.methods);
}

/// A jar in which nothing is traced may check itself.
#[test]
fn a_jar_without_traced_code_stays_as_it_is() {
    let (dir, classes, jar) = fixture();
    let traced = run(&[&jar], Output::Jar(dir.path().join("out.jar")), 0).unwrap();
    assert!(
        traced.notes.iter().any(|note| note.contains("leave the jar as it is: --trace-except")),
        "{:?}",
        traced.notes
    );
    let out = dir.path().join("out");
    let options = Options { trace_except: vec!["Main".to_owned()], ..Options::default() };
    fs::write(
        classes.join("Other.java"),
        "public class Other { static int f(int n) { return n < 1 ? 0 : f(n - 1); } }",
    )
    .unwrap();
    let other = dir.path().join("other");
    assert!(Command::new("javac").arg("-d").arg(&other).arg(classes.join("Other.java")).status().unwrap().success());
    let kept = instrument(&[jar.clone(), other], &Output::Directory(out.clone()), None, &options, &|_, _| {}).unwrap();
    assert!(fs::read(out.join("app.jar")).unwrap() == fs::read(&jar).unwrap());
    assert!(!kept.notes.iter().any(|note| note.contains("was signed")), "{:?}", kept.notes);
    assert!(kept.traced > 0);
}

#[test]
fn a_traced_jar_is_refused() {
    let (dir, _, jar) = fixture();
    let out = dir.path().join("out.jar");
    run(&[&jar], Output::Jar(out.clone()), 0).unwrap();
    let again = run(&[&out], Output::Jar(dir.path().join("again.jar")), 0);
    assert!(matches!(again, Err(Error::AlreadyTraced { .. })), "{again:?}");
    assert!(!dir.path().join("again.jar").exists());
}

#[test]
fn bad_inputs_leave_no_output() {
    let (dir, _, _) = fixture();
    let out = dir.path().join("out.jar");
    let text = dir.path().join("Main.java");
    assert!(matches!(run(&[&text], Output::Jar(out.clone()), 0), Err(Error::Jar { .. })));
    assert!(matches!(run(&[&dir.path().join("none.jar")], Output::Jar(out.clone()), 0), Err(Error::Io { .. })));
    assert!(!out.exists());
}

#[test]
fn serial_version_uids_stay() {
    let (dir, classes, jar) = fixture();
    let out = dir.path().join("out.jar");
    run(&[&jar], Output::Jar(out.clone()), 0).unwrap();
    let print = |class_path: &Path| {
        let mut place = std::ffi::OsString::from("-Dparatrace.dir=");
        place.push(dir.path().join("trace"));
        let output = Command::new("java").arg(place).arg("-cp").arg(class_path).arg("Main").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(print(&out), print(&classes));
}
