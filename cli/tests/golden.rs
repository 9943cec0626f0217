//! What the command prints and how it ends: `tests/golden/NAME.cmd` holds its arguments, one a line; `NAME.out` its exit
//! status, standard output and standard error. `BLESS=1` writes the latter anew. See `golden/readme.cmd`.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{paratrace, text};
use std::path::Path;
use std::{env, fs};

/// Lines that begin with `#` are comments; the working directory holds a text file `text.jar` and a directory `empty`.
fn run(case: &Path) -> String {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("text.jar"), "no jar\n").unwrap();
    fs::create_dir(dir.path().join("empty")).unwrap();
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
