//! Directories of classes: what counts as a class, what is copied, who may read the copy.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use paratrace_instrumenter::{Error, Options, Output, Summary, instrument, loadable_classes};
use tempfile::TempDir;

const SOURCE: &str = "package acme; public class App { static int f(int x) { return x > 0 ? f(x - 1) : 0; } }";

/// A project's folder: classes in `acme` and in `target/classes/acme`, and a hidden directory.
fn project() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("project");
    fs::create_dir_all(root.join(".git/acme")).unwrap();
    fs::write(dir.path().join("App.java"), SOURCE).unwrap();
    for place in ["", "target/classes"] {
        let mut javac = Command::new("javac");
        javac.arg("-d").arg(root.join(place)).arg(dir.path().join("App.java"));
        assert!(javac.status().unwrap().success());
    }
    fs::copy(root.join("acme/App.class"), root.join(".git/acme/App.class")).unwrap();
    fs::write(root.join("acme/words.txt"), "words").unwrap();
    dir
}

fn rewrite(input: &Path, out: &Path, private: bool) -> Result<Summary, Error> {
    let options = Options { private, ..Options::default() };
    instrument(&[input.to_owned()], &Output::Directory(out.to_owned()), None, &options, &|_, _| {})
}

/// All files below a directory, relative to it.
fn files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![root.to_owned()];
    while let Some(directory) = todo.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { todo.push(path) } else { found.push(path.strip_prefix(root).unwrap().to_owned()) }
        }
    }
    found.sort();
    found
}

#[test]
fn a_class_counts_where_its_name_leads_to_it() {
    let dir = project();
    let root = dir.path().join("project");
    assert_eq!(loadable_classes(&root).unwrap(), [PathBuf::from("acme/App.class")]);
    assert_eq!(loadable_classes(&root.join("target/classes")).unwrap(), [PathBuf::from("acme/App.class")]);
    assert_eq!(loadable_classes(&root.join("acme")).unwrap(), [] as [PathBuf; 0]);
    // An unpacked archive of a launcher.
    fs::create_dir_all(root.join("BOOT-INF/classes/acme")).unwrap();
    fs::copy(root.join("acme/App.class"), root.join("BOOT-INF/classes/acme/App.class")).unwrap();
    // A file that is no class file at all counts: the one who loads it gets the error.
    fs::write(root.join("acme/Broken.class"), "no class").unwrap();
    let expected = ["BOOT-INF/classes/acme/App.class", "acme/App.class", "acme/Broken.class"].map(PathBuf::from);
    assert_eq!(loadable_classes(&root).unwrap(), expected);
}

#[test]
fn of_what_is_copied_only_loadable_classes_change() {
    let dir = project();
    let root = dir.path().join("project");
    // The output lies in the input.
    let out = root.join("traced");
    let summary = rewrite(&root, &out, false).unwrap();
    assert_eq!((summary.classes, summary.notes), (1, vec!["project!/.git is left out: it is hidden".to_owned()]));
    let copied = |name: &str| fs::read(out.join("project").join(name)).unwrap();
    let original = fs::read(root.join("acme/App.class")).unwrap();
    assert!(copied("acme/App.class") != original && copied("target/classes/acme/App.class") == original);
    assert_eq!(copied("acme/words.txt"), b"words");
    // Once more: an older output and a trace are no part of the program.
    fs::create_dir(root.join("run.trace")).unwrap();
    ["program.map", "segment-00000.trace"]
        .iter()
        .for_each(|name| fs::write(root.join("run.trace").join(name), "").unwrap());
    let before = files(&out);
    let notes = rewrite(&root, &out, false).unwrap().notes.join("\n");
    assert_eq!(files(&out), before);
    assert!(notes.contains("run.trace is left out: it is a trace"), "{notes}");
    let twice = rewrite(&out.join("project"), &dir.path().join("twice"), false);
    assert!(matches!(twice, Err(Error::AlreadyTraced { .. })), "{twice:?}");
    assert!(!dir.path().join("twice").exists(), "an empty directory was left behind");
}

#[test]
fn private_outputs_hold_only_what_is_new() {
    let dir = project();
    let out = dir.path().join("out");
    rewrite(&dir.path().join("project"), &out, true).unwrap();
    let all = files(&out.join("project"));
    let own: Vec<_> = all.iter().filter(|file| !file.starts_with("paratrace")).collect();
    assert_eq!(own, [Path::new("acme/App.class")]);
    assert!(all.contains(&PathBuf::from("paratrace/rt/program.map")));
}

/// `java -p mods` finds exploded modules in a directory; their names are no names of packages.
#[test]
fn classes_of_exploded_modules_change() {
    let dir = tempfile::tempdir().unwrap();
    let (sources, mods) = (dir.path().join("sources"), dir.path().join("mods"));
    fs::create_dir_all(sources.join("acme")).unwrap();
    fs::write(sources.join("module-info.java"), "module com.acme { exports acme; }").unwrap();
    fs::write(sources.join("acme/App.java"), SOURCE).unwrap();
    let mut javac = Command::new("javac");
    javac.arg("-d").arg(mods.join("com.acme")).args(["module-info.java", "acme/App.java"]).current_dir(&sources);
    assert!(javac.status().unwrap().success());
    let out = dir.path().join("out");
    rewrite(&mods, &out, false).unwrap();
    let class = |root: &Path| fs::read(root.join("com.acme/acme/App.class")).unwrap();
    assert_ne!(class(&out.join("mods")), class(&mods));
}

#[cfg(unix)]
#[test]
fn outputs_have_the_permissions_of_their_inputs() {
    use std::os::unix::fs::PermissionsExt;

    let dir = project();
    let root = dir.path().join("project");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let change = |path: &Path, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    change(&root.join("acme/App.class"), 0o600);
    change(&root.join("acme/words.txt"), 0o400);
    change(&root.join("acme"), 0o700);
    let (out, private) = (dir.path().join("out"), dir.path().join("private"));
    rewrite(&root, &out, false).unwrap();
    let copy = out.join("project/acme");
    assert_eq!([&copy, &copy.join("App.class"), &copy.join("words.txt")].map(|p| mode(p)), [0o700, 0o600, 0o400]);
    rewrite(&root, &private, true).unwrap();
    for file in files(&private) {
        assert_eq!(mode(&private.join(&file)), 0o600, "{}", file.display());
        let directories = file.ancestors().skip(1).map(|above| private.join(above));
        directories.for_each(|above| assert_eq!(mode(&above), 0o700, "{}", above.display()));
    }
}
