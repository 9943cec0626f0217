//! A command without memory says so and ends with a status of its own.
#![cfg(unix)]

use crate::common::{paratrace, text};
use std::fs::File;
use std::path::Path;
use std::process::{Command, Output};

/// Less than the file that is to be read, but enough to begin.
const KIB: &str = "1500000";
const FILE_BYTES: u64 = 2 << 30;

/// A command in so little memory.
fn starved(dir: &Path, words: &[&str]) -> Output {
    let limited = format!("ulimit -v {KIB} && exec \"$0\" \"$@\"");
    let program = paratrace().get_program().to_owned();
    Command::new("sh").args(["-c", &limited]).arg(program).args(words).current_dir(dir).output().unwrap()
}

#[test]
fn a_lack_of_memory_is_told() {
    let dir = tempfile::tempdir().unwrap();
    // It takes no room on the disk: nothing was written.
    File::create(dir.path().join("large.json")).unwrap().set_len(FILE_BYTES).unwrap();
    let output = starved(dir.path(), &["merge", "large.json", "large.json"]);
    let shown = text(&output.stderr);
    assert_eq!(output.status.code(), Some(7), "{shown}");
    assert!(shown.starts_with("error: out of memory: 2147483648 bytes more were needed\n"), "{shown}");
    assert!(!shown.contains("backtrace") && output.stdout.is_empty(), "{shown}");
}
