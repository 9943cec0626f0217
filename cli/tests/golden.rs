//! Output and exit status of the command, in success and in failure. A case is a pair of files: `tests/golden/NAME.cmd`
//! holds the arguments, one a line; `NAME.out` holds exit status, standard output and standard error. `BLESS=1` writes
//! `NAME.out` anew. See `golden/readme.cmd`.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{paratrace, root, text};
use std::path::Path;
use std::{env, fs};
use tempfile::TempDir;

/// The directory in which all cases start: the contents of `golden/files`, a small trace, an empty directory.
fn working_directory(folder: &Path) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    copy(&folder.join("files"), dir.path());
    copy(&root().join("analyzer/tests/versions/1.1"), &dir.path().join("trace"));
    fs::create_dir(dir.path().join("empty")).unwrap();
    dir
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

/// The answer to one case. Lines that begin with `#` are comments.
fn run(case: &Path) -> String {
    let dir = working_directory(case.parent().unwrap());
    let words = fs::read_to_string(case).unwrap();
    let words = words.lines().filter(|line| !line.starts_with('#'));
    let output = paratrace().args(words).current_dir(dir.path()).output().unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    format!("status {}\n-- stdout\n{out}-- stderr\n{err}", output.status.code().unwrap())
}

#[test]
fn golden_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut cases: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    cases.retain(|path| path.extension().is_some_and(|e| e == "cmd"));
    cases.sort();
    assert!(cases.len() > 10, "the cases are gone");
    let failed: Vec<_> = cases.iter().filter_map(|case| differs(case)).collect();
    assert!(failed.is_empty(), "BLESS=1 accepts it:\n{}", failed.join("\n"));
}

fn differs(case: &Path) -> Option<String> {
    let shown = run(case);
    let expected = case.with_extension("out");
    if env::var_os("BLESS").is_some() {
        fs::write(&expected, &shown).unwrap();
    }
    let same = fs::read_to_string(&expected).is_ok_and(|expected| expected == shown);
    (!same).then(|| format!("{}:\n{shown}", case.display()))
}
