//! What comes out of an instrumentation: same input, same bytes; originals refused when traced already; untouched entries
//! as they were; `serialVersionUID` as the JVM would have computed it.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use paratrace_instrumenter::{Error, Options, Output, Summary, instrument};
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
    let (one, two) = (dir.path().join("one"), dir.path().join("elsewhere/two"));
    run(&[&jar, &classes], Output::Directory(one.clone()), 1).unwrap();
    run(&[&jar, &classes], Output::Directory(two.clone()), 4).unwrap();
    for file in ["app.jar", "classes/Main.class", "classes/paratrace/rt/program.map"] {
        assert!(fs::read(one.join(file)).unwrap() == fs::read(two.join(file)).unwrap(), "{file} differs");
    }
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
