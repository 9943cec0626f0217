//! Traced programs that the user starts himself: the last line on standard error says where the trace is.

use crate::Folder;
use crate::common::{paratrace, rewrite, succeed, text};
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Ends as it is told to, with words of its own on standard error.
const ENDS: &str = r#"
public class Ends {
    public static void main(String[] args) throws Exception {
        int sum = 0;
        for (int i = 0; i < 20; i++) sum += i;
        System.out.println(sum);
        System.err.println("its own words");
        switch (args[0]) {
            case "exit": System.exit(3);
            case "halt": Runtime.getRuntime().halt(4);
            case "throw": throw new IllegalStateException("on purpose");
            case "wait": Thread.sleep(60_000);
            case "exit-in-hook": Runtime.getRuntime().addShutdownHook(new Thread(() -> System.err.println("hook " + args.length)));
        }
    }
}
"#;

/// The traced program in `traced/plain`.
fn rewritten(source: &str, name: &str) -> Folder {
    let f = Folder::new();
    f.write(&format!("{name}.java"), source);
    crate::javac([f.path(&format!("{name}.java"))], &f.path("plain"));
    rewrite(f.dir.path());
    f
}

fn java(f: &Folder, words: &[&str]) -> Command {
    let mut java = Command::new("java");
    java.args(["-cp", "traced/plain"]).args(words).current_dir(f.dir.path()).stdin(Stdio::null());
    java
}

fn start(f: &Folder, words: &[&str]) -> Output {
    java(f, words).output().unwrap()
}

fn last_line(output: &Output) -> String {
    text(&output.stderr).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn it_names_the_trace_and_the_next_command() {
    let f = rewritten(ENDS, "Ends");
    let ends = [("return", 0), ("exit", 3), ("throw", 1), ("exit-in-hook", 0)];
    for (i, (how, status)) in ends.into_iter().enumerate() {
        let dir = if i == 0 { "paratrace-Ends".to_owned() } else { format!("a b{i}") };
        let place = format!("-Dparatrace.dir={dir}");
        let options = if i == 0 { vec!["Ends", how] } else { vec![&place, "Ends", how] };
        let output = start(&f, &options);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(status), "190\n"), "{how}");
        let line = last_line(&output);
        let word = if i == 0 { dir.clone() } else { format!("'{dir}'") };
        let (before, size) = line.split_once(" (").unwrap();
        assert_eq!(before, format!("paratrace: trace written to {word}"), "{how}");
        let (size, next) = size.split_once("); next: paratrace ").unwrap();
        assert_eq!(next, format!("analyze {word}"));
        let bytes: u64 = f.path(&dir).read_dir().unwrap().map(|file| file.unwrap().metadata().unwrap().len()).sum();
        assert_eq!(size, format!("{}.{} kB", bytes / 1000, bytes / 100 % 10), "{how}");
        succeed(paratrace().args(["analyze", &dir]).current_dir(f.dir.path()));
    }
}

#[test]
fn quiet_leaves_it_out() {
    let f = rewritten(ENDS, "Ends");
    for (quiet, lines) in [("-Dparatrace.quiet", 1), ("-Dparatrace.quiet=true", 1), ("-Dparatrace.quiet=false", 2)] {
        let output = start(&f, &[quiet, &format!("-Dparatrace.dir=trace{quiet}"), "Ends", "return"]);
        assert_eq!(text(&output.stderr).lines().count(), lines, "{quiet}: {}", text(&output.stderr));
        assert_eq!(text(&output.stdout), "190\n");
    }
}

/// Other ends than the usual ones are what they were.
#[cfg(unix)]
#[test]
fn it_disturbs_no_end() {
    let f = rewritten(ENDS, "Ends");
    let halted = start(&f, &["-Dparatrace.dir=halted", "Ends", "halt"]);
    assert_eq!((halted.status.code(), text(&halted.stderr).as_str()), (Some(4), "its own words\n"));

    let mut shell = Command::new("sh");
    shell.args(["-c", "java -cp traced/plain -Dparatrace.dir=closed Ends exit 2>&-"]).current_dir(f.dir.path());
    let closed = shell.output().unwrap();
    assert_eq!((closed.status.code(), text(&closed.stdout).as_str()), (Some(3), "190\n"));
    succeed(paratrace().args(["verify", "--deep", "closed"]).current_dir(f.dir.path()));

    let mut child = java(&f, &["-Dparatrace.dir=term", "Ends", "wait"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut byte = [0];
    child.stdout.as_mut().unwrap().read_exact(&mut byte).unwrap();
    succeed(Command::new("kill").arg(child.id().to_string()));
    let killed = child.wait_with_output().unwrap();
    assert_eq!(killed.status.code(), Some(143), "{}", text(&killed.stderr));
}

/// A pipe that is full: the program ends all the same.
#[cfg(target_os = "linux")]
#[test]
fn nobody_needs_to_read_it() {
    let f = rewritten(&ENDS.replace("System.err.println(\"its own words\");", ""), "Ends");
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(&[b'x'; 65_536]).unwrap();
    let began = Instant::now();
    let mut child = java(&f, &["Ends", "return"]).stdout(Stdio::null()).stderr(writer).spawn().unwrap();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if began.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("it waits for a reader");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(0));
    drop(reader);
}

/// The output of JVMs that a traced program starts is read by that program.
#[cfg(target_os = "linux")]
#[test]
fn children_print_nothing() {
    let f = rewritten(crate::children::PARENT, "Parent");
    let output = start(&f, &["-Dparatrace.dir=trace", "Parent"]);
    assert_eq!(text(&output.stdout), "[child 435\n][child 435\n]", "{}", text(&output.stderr));
    assert!(last_line(&output).starts_with("paratrace: trace written to trace ("), "{}", text(&output.stderr));
}
