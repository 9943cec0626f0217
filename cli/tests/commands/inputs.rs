//! Inputs that are no files, and files that are cut off while they are read: an error, not a wait, and not a signal.
#![cfg(unix)]

use crate::common::{Traced, paratrace, succeed, text};
use std::fs::{self, OpenOptions};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Longer than any of these commands takes, and shorter than anybody waits.
const LONG: Duration = Duration::from_secs(60);

/// The output of a command that must not wait for anybody.
fn ended(mut child: Child) -> Output {
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > LONG {
            child.kill().unwrap();
            panic!("it waits");
        }
        sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

fn start(dir: &Path, words: &[&str]) -> Child {
    let mut command = paratrace();
    command.args(words).current_dir(dir).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn pipe(path: &Path) {
    let _ = fs::remove_file(path);
    succeed(Command::new("mkfifo").arg(path));
}

fn assert_refused(dir: &Path, words: &[&str]) {
    let output = ended(start(dir, words));
    let err = text(&output.stderr);
    assert!(matches!(output.status.code(), Some(3..=5)), "{words:?}: {:?} {err}", output.status);
    let all = err + &text(&output.stdout);
    assert!(all.contains("it is a pipe, not a file"), "{words:?}: {all}");
}

#[test]
fn pipes_are_refused_wherever_a_file_is_read() {
    let traced = Traced::new("Sorting");
    let dir = traced.0.path();
    pipe(&dir.join("pipe"));
    let commands: [&[&str]; 9] = [
        &["diff", "pipe", "pipe"],
        &["merge", "pipe"],
        &["dump", "pipe"],
        &["info", "pipe"],
        &["verify", "pipe"],
        &["cost", "pipe"],
        &["cost", "trace", "--platform", "pipe"],
        &["simulate", "trace", "--costs", "pipe"],
        &["instrument", "pipe", "-o", "out.jar"],
    ];
    for words in commands {
        assert_refused(dir, words);
    }
    for file in ["segment-00000.trace", "program.map"] {
        pipe(&dir.join("trace").join(file));
        for command in ["analyze", "info", "verify", "communication", "shared", "critical-path"] {
            assert_refused(dir, &[command, "trace"]);
        }
    }
}

#[test]
fn a_segment_that_is_cut_off_meanwhile_is_an_error() {
    let traced = Traced::new("Sorting");
    let (dir, segment) = (traced.0.path(), traced.file("trace/segment-00000.trace"));
    let whole = fs::read(&segment).unwrap();
    let mut noticed = 0;
    for step in 0..40u64 {
        fs::write(&segment, &whole).unwrap();
        let child = start(dir, &["analyze", "trace"]);
        sleep(Duration::from_millis(step));
        let file = OpenOptions::new().write(true).open(&segment).unwrap();
        file.set_len(100).unwrap();
        let output = ended(child);
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 3 | 4 | 6)), "{:?} {}", output.status, text(&output.stderr));
        noticed += u32::from(code != Some(0));
    }
    assert!(noticed > 0, "it was always read before");
}
