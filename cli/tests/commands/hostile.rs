//! Names that would move the cursor, run commands of the terminal, turn the direction of text or forge lines reach the
//! terminal from no command, in whatever form it prints.

use crate::common::{javac, paratrace, rewrite, root, succeed, text, traced};
use paratrace_traceformat::plain::is_plain;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};
use std::{fs, thread};

/// The replacement of `EVIL` in the class files: an escape sequence, an OSC sequence, C1, marks of direction, a tab,
/// and a line that is none of ours. It has none of the characters that the JVM forbids in names: `.`, `;`, `[`, `/`,
/// `<`, `>`.
const EVIL: &str = "e\u{1b}c\u{1b}]0 x\u{7}\u{9b}3m\u{202e}\u{2066}\u{200f}\u{61c}\t\r\nFORGED";

/// The classes of the test program with `EVIL` in their names instead of the word, also as a jar.
fn compiled(dir: &Path) {
    let plain = dir.join("plain");
    let source = dir.join("HostileEVIL.java");
    fs::copy(root().join("cli/tests/commands/Hostile.java"), &source).unwrap();
    javac([source], &plain);
    for file in fs::read_dir(&plain).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().replace("EVIL", EVIL);
        let class = renamed(&fs::read(&path).unwrap());
        fs::remove_file(&path).unwrap();
        fs::write(plain.join(name), class).unwrap();
    }
    succeed(Command::new("jar").args(["cf", &format!("{EVIL}.jar"), "-C", "plain", "."]).current_dir(dir));
}

/// A class file with `EVIL` in the texts of its constant pool replaced: nothing in a class file depends on their length.
fn renamed(class: &[u8]) -> Vec<u8> {
    let number = |at: usize| usize::from(u16::from_be_bytes([class[at], class[at + 1]]));
    let (mut out, mut at, mut entry) = (class[..10].to_vec(), 10, 1);
    while entry < number(8) {
        let length = match class[at] {
            1 => 3 + number(at + 1),
            7 | 8 | 16 | 19 | 20 => 3,
            15 => 4,
            5 | 6 => 9,
            _ => 5,
        };
        if class[at] == 1 {
            let text = std::str::from_utf8(&class[at + 3..at + length]).unwrap().replace("EVIL", EVIL);
            out.push(1);
            out.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
            out.extend(text.as_bytes());
        } else {
            out.extend(&class[at..at + length]);
        }
        entry += if matches!(class[at], 5 | 6) { 2 } else { 1 };
        at += length;
    }
    out.extend(&class[at..]);
    out
}

fn check(words: &[&str], output: &Output) {
    for stream in [&output.stdout, &output.stderr] {
        let shown = text(stream);
        let bad: BTreeSet<char> = shown.chars().filter(|&c| c != '\n' && !is_plain(c)).collect();
        assert!(bad.is_empty(), "{words:?}: {bad:?} in\n{shown:?}");
        assert!(!shown.lines().any(|line| line.trim_start().starts_with("FORGED")), "{words:?}:\n{shown}");
    }
}

/// Runs a command that must end with this status; the text of both streams.
fn ends(dir: &Path, status: i32, words: &[&str]) -> String {
    let output = paratrace().args(words).current_dir(dir).output().unwrap();
    let shown = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{words:?}\n{shown}");
    check(words, &output);
    shown
}

#[test]
fn names_reach_no_terminal_unfiltered() {
    let temporary = tempfile::tempdir().unwrap();
    let dir = temporary.path();
    compiled(dir);
    rewrite(dir);
    traced(dir, "trace", &["Hostile"]);
    let jar = format!("{EVIL}.jar");
    ends(dir, 0, &["instrument", &jar, "-o", "out"]);
    ends(dir, 0, &["run", "--app-only", "--out", "of-jar", "--", "java", "-cp", &jar, "Hostile", EVIL]);
    // The names are really there.
    assert!(ends(dir, 0, &["info", "trace"]).contains("FORGED"));
    assert!(ends(dir, 0, &["analyze", "trace", "--json", "-"]).contains("FORGED"));
    fs::copy(dir.join("trace/program.map"), dir.join("program.map")).unwrap();
    let mut all: Vec<Vec<&str>> = [
        "info trace --json",
        "info program.map",
        "verify trace",
        "dump trace",
        "analyze trace",
        "analyze trace --top 100 --json report.json --simulate",
        "analyze trace --nodes",
        "critical-path trace",
        "critical-path trace --json -",
        "shared trace",
        "shared trace --csv",
        "shared trace --json",
        "shared trace --task threads --statistics statistics --perfetto perfetto",
        "cost trace",
        "cost statistics",
        "cost trace --json",
        "simulate trace",
        "simulate trace --json -",
        "diff trace report.json",
        "diff report.json report.json --json -",
        "merge trace trace",
        "merge report.json report.json --json -",
        "estimate plain --task Hostile.main",
        "estimate plain --task Hostile.main --json -",
    ]
    .iter()
    .map(|words| words.split(' ').collect())
    .collect();
    let line = format!("Hostile{EVIL}.java:8");
    all.push(vec!["why", "trace", &line]);
    for by in ["activation", "call-path", "loop", "method", "class", "package", "thread"] {
        for form in ["--json", "--dot", "--graphml", "--matrix", "--svg", "--cores=2"] {
            all.push(vec!["communication", "trace", "--by", by, "--min-share", "0", form]);
        }
    }
    for words in all {
        ends(dir, 0, &words);
    }
}

#[test]
fn words_and_file_names_in_messages_are_filtered() {
    let temporary = tempfile::tempdir().unwrap();
    let dir = temporary.path();
    fs::write(dir.join(EVIL), "no jar, no trace, no JSON").unwrap();
    fs::create_dir(dir.join("empty")).unwrap();
    let missing = format!("missing{EVIL}");
    let option = format!("--{EVIL}");
    thread::scope(|scope| {
        for file in [EVIL, &missing] {
            for command in ["analyze", "critical-path", "communication", "shared", "cost", "simulate", "info", "verify"]
            {
                let status = if file == EVIL { 3 } else { 4 };
                scope.spawn(move || ends(dir, status, &[command, file]));
            }
            ends(dir, if file == EVIL { 3 } else { 4 }, &["diff", file, file]);
            ends(dir, if file == EVIL { 3 } else { 4 }, &["merge", file, file]);
            ends(dir, 125, &["run", "--app-only", "--", "java", "-jar", file]);
        }
    });
    ends(dir, 3, &["instrument", EVIL, "-o", "out"]);
    ends(dir, 3, &["estimate", "empty", "--task", EVIL]);
    ends(dir, 2, &["why", "empty", EVIL]);
    ends(dir, 2, &["simulate", "empty", "--loop", &format!("{EVIL}:{EVIL}")]);
    ends(dir, 2, &["analyze", "empty", "--top", EVIL]);
    ends(dir, 2, &["analyze", &option]);
    ends(dir, 2, &["communication", "empty", "--by", EVIL]);
    ends(dir, 2, &[EVIL]);
    ends(dir, 125, &["run", "--app-only", &option]);
    ends(dir, 125, &["run", "--app-only", "--", "java", "-cp", &missing, EVIL]);
}
