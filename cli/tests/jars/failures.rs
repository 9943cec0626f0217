//! Outputs are whole or not there, whatever goes wrong.

use super::Yard;
use super::common::{jar, paratrace, text};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

const MAIN: &str = "public class Main { public static void main(String[] args) { System.out.println(args.length); } }";

/// `app.jar`, `classes/app`, and a directory `out` with an older output of both.
fn yard() -> Yard {
    let yard = Yard::new();
    let classes = yard.compile("app", &[("Main.java", MAIN)], &[]);
    jar(&yard.path("app.jar"), &classes, "Main-Class: Main\n");
    yard.paratrace(&["instrument", "app.jar", "classes/app", "-o", "out/"]);
    yard
}

/// Every file below a directory with its contents.
fn contents(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(contents(&path));
        } else {
            found.push((path.display().to_string(), fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

/// The command must fail with this status, say this in one error, and change no file.
fn fails(yard: &Yard, command: &mut Command, status: i32, says: &str) {
    let before = contents(yard.dir.path());
    let output = yard.run(command);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{err}");
    assert!(err.contains(says) && err.matches("error:").count() == 1, "{err}");
    let after = contents(yard.dir.path());
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&before), names(&after), "{err}");
    assert!(before == after, "a file changed: {err}");
}

fn instrument(words: &[&str]) -> Command {
    let mut command = paratrace();
    command.arg("instrument").args(words);
    command
}

#[test]
fn refused_outputs_change_nothing() {
    let yard = yard();
    fs::create_dir_all(yard.path("mine/app")).unwrap();
    fs::write(yard.path("mine/app/notes.txt"), "keep me").unwrap();
    fs::write(yard.path("half.jar"), &fs::read(yard.path("app.jar")).unwrap()[..300]).unwrap();
    for (words, status, says) in [
        (&["app.jar", "-o", "app.jar"][..], 2, "would be overwritten"),
        (&["classes/app", "-o", "classes"], 2, "would be overwritten"),
        (&["app.jar", "-o", "x.jar", "--map", "app.jar"], 2, "would be overwritten"),
        (&["classes/app", "-o", "mine"], 4, "mine/app"),
        (&["out/app.jar", "-o", "x.jar"], 3, "traced already"),
        (&["out/app", "-o", "x"], 3, "traced already"),
        (&["app.jar", "half.jar", "-o", "out"], 3, "half.jar is not a readable jar"),
        (&["app.jar", "-o", "none/x.jar"], 4, "none/x.jar"),
        (&["app.jar", "-o", "/proc/x.jar"], 4, "/proc/x.jar"),
    ] {
        fails(&yard, &mut instrument(words), status, says);
    }
}

#[test]
fn an_older_output_is_replaced_as_a_whole() {
    let yard = yard();
    fs::write(yard.path("out/app/Old.class"), "from an older run").unwrap();
    let before = contents(&yard.path("out"));
    yard.paratrace(&["instrument", "app.jar", "classes/app", "-o", "out/"]);
    let after = contents(&yard.path("out"));
    let without_old: Vec<_> = before.into_iter().filter(|(name, _)| !name.ends_with("Old.class")).collect();
    assert!(after == without_old);
}

/// A file may not become larger than this: what a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_what_was_there() {
    let yard = yard();
    for (input, kilobytes) in [("app.jar", 0), ("app.jar", 20), ("classes/app", 0), ("classes/app", 2)] {
        let script = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$0\" instrument {input} -o out/");
        let mut limited = Command::new("bash");
        limited.args(["-c", &script]).arg(env!("CARGO_BIN_EXE_paratrace"));
        fails(&yard, &mut limited, 4, "cannot");
    }
}

/// Asked to end while it writes, it leaves nothing behind.
#[cfg(unix)]
#[test]
fn interrupted_it_removes_what_is_unfinished() {
    use std::os::unix::process::ExitStatusExt;

    let yard = yard();
    fs::remove_dir_all(yard.path("out/app")).unwrap();
    // A large entry keeps it busy for a while.
    let mut jar =
        zip::ZipWriter::new_append(fs::File::options().read(true).write(true).open(yard.path("app.jar")).unwrap())
            .unwrap();
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    jar.start_file("large", stored).unwrap();
    jar.write_all(&vec![7; 32 << 20]).unwrap();
    jar.finish().unwrap();
    let before = contents(&yard.path("out"));
    let interrupted = (0..10).any(|_| {
        let mut child = instrument(&["app.jar", "-o", "out/"]).current_dir(yard.dir.path()).spawn().unwrap();
        while fs::read_dir(yard.path("out")).unwrap().count() == 1 && child.try_wait().unwrap().is_none() {}
        let process = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(process, rustix::process::Signal::TERM).unwrap();
        child.wait().unwrap().signal() == Some(15)
    });
    assert!(interrupted, "it always ended before the signal came");
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&contents(&yard.path("out"))), names(&before));
}
