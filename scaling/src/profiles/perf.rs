//! Samples as `perf script` prints them: a line that names the thread, and below it a line for each frame, the innermost first.

use super::frames::Frame;
use super::{ProfileError, SHOWN, Seen, Tables, Threads};
use crate::measurements::ThreadProfile;
use std::collections::BTreeSet;

/// What the map of a JVM calls all of its interpreter.
const INTERPRETER: &str = "Interpreter";
/// The name of the first threads of a JVM, of which one runs `main`.
const LAUNCHER: &str = "java";

/// Reads what `perf script -F comm,pid,tid,time,period,ip,sym,dso` writes. Samples of the same stack are added up, of the same millisecond if
/// `times` count. Returns the processes and their threads.
///
/// # Errors
///
/// A line has another form.
pub fn perf(text: &str, times: bool, tables: &mut Tables) -> Result<(BTreeSet<u32>, Vec<ThreadProfile>), ProfileError> {
    let (mut processes, mut threads) = (BTreeSet::new(), Threads::default());
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).peekable();
    while let Some((index, line)) = lines.next() {
        let bad = || ProfileError::Sample { line: index + 1, text: line.trim().chars().take(SHOWN).collect() };
        let sample = Sample::parse(line).ok_or_else(bad)?;
        let mut frames = Vec::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with(char::is_whitespace)) {
            frames.push(frame(line));
        }
        let java = frames.iter().any(|frame| frame.java);
        let name = if java && sample.name == LAUNCHER { "main" } else { sample.name };
        let numbers = frames.into_iter().rev().map(|frame| tables.frame(frame.name)).collect();
        let (stack, time) = (tables.stack(numbers), Some(sample.time).filter(|_| times));
        threads.add((sample.thread, name), Seen { stack, value: sample.period, time, java });
        processes.insert(sample.process);
    }
    Ok((processes, threads.profiles()))
}

/// The first line of a sample.
struct Sample<'l> {
    name: &'l str,
    process: u32,
    thread: u64,
    /// In ms.
    time: u64,
    period: f64,
}

impl<'l> Sample<'l> {
    /// Parses `GC Thread#0  7/12 88542.121536:   1000000`. The name may have spaces.
    fn parse(line: &'l str) -> Option<Self> {
        let (rest, period) = line.trim_end().rsplit_once(' ')?;
        let (rest, time) = rest.trim_end().strip_suffix(':')?.rsplit_once(' ')?;
        let (name, numbers) = rest.trim_end().rsplit_once(' ')?;
        let (seconds, micros) = time.split_once('.')?;
        let seconds: u64 = seconds.parse().ok()?;
        let millis: u64 = micros.get(..3)?.parse().ok()?;
        let (process, thread) = numbers.split_once('/')?;
        let period: u64 = period.parse().ok()?;
        Some(Sample {
            name: name.trim(),
            process: process.parse().ok()?,
            thread: thread.parse().ok()?,
            time: seconds.checked_mul(1000)? + millis,
            period: period as f64,
        })
    }
}

/// Parses `7f00 double W.work(int) (/tmp/perf-7.map)`. Code that a JVM has made has its methods' signatures for names.
fn frame(line: &str) -> Frame {
    let text = line.trim();
    let text = text.split_once(' ').map_or("", |(_, text)| text);
    let (symbol, from) = parted(text);
    let made = from.rsplit('/').next().is_some_and(|file| file.starts_with("perf-") && file.ends_with(".map"));
    let native = |java| Frame { name: symbol.to_owned(), java };
    if !made {
        return native(false);
    }
    match symbol.split_once('(') {
        Some((before, _)) if !before.ends_with(' ') => Frame::java(before.rsplit(' ').next().unwrap_or(before)),
        _ => native(symbol == INTERPRETER),
    }
}

/// Parts a symbol from the file that it is in.
fn parted(text: &str) -> (&str, &str) {
    let text = text.strip_suffix(" (deleted))").unwrap_or(text);
    match text.rsplit_once(" (") {
        Some((symbol, file)) => (symbol, file.trim_end_matches(')')),
        None => (text, ""),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::measurements::ThreadKind;

    const RECORDED: &str = "\
java 30044/30046 88548.872121:    1000000 
\t    7fbbb8ed42ec double Columns.work(int, int) (/tmp/perf-30044.map)
\t    7fbbb8941260 Interpreter (/tmp/perf-30044.map)
\t    7fbbb8938cc9 StubRoutines (1) (/tmp/perf-30044.map)
\t          8282d2 JavaCalls::call_helper (/usr/lib/jvm/lib/server/libjvm.so)
\t           891f5 start_thread (/usr/lib/libc.so.6)

java 30044/30044 88548.873121:    1000000 
\tffffffff8158c1a1 next_uptodate_folio ([kernel.kallsyms])
\t    55da8989f670 [unknown] ([unknown])

GC Thread#0 30044/30050 88548.874121:    1000000 
\t          e441d1 operator new(unsigned long) (/lib/libstdc++.so (deleted))

java 30044/30046 88548.876121:    1000000 
\t    7fbbb8ed4300 double Columns.work(int, int) (/tmp/perf-30044.map)
\t    7fbbb8941299 Interpreter (/tmp/perf-30044.map)
\t    7fbbb8938cc9 StubRoutines (1) (/tmp/perf-30044.map)
\t          8282d2 JavaCalls::call_helper (/usr/lib/jvm/lib/server/libjvm.so)
\t           891f5 start_thread (/usr/lib/libc.so.6)

worker 0 30044/30064 88548.877121:    1000000 
\t    7fbbb8ed42ec void T$$Lambda$14+0x0000000800066840.run() (/tmp/perf-30044.map)
worker 0 30044/30064 88548.878121:    1000000 
";

    #[test]
    fn recorded_samples() {
        let mut tables = Tables::default();
        let (processes, threads) = perf(RECORDED, false, &mut tables).unwrap();
        assert_eq!(processes, [30044].into());
        let found: Vec<_> = threads.iter().map(|found| (found.name.as_str(), found.id, found.kind)).collect();
        assert_eq!(
            found,
            [
                ("java", 30044, ThreadKind::Jvm),
                ("main", 30046, ThreadKind::Application),
                ("GC Thread#0", 30050, ThreadKind::Collector),
                ("worker 0", 30064, ThreadKind::Application),
            ]
        );
        assert_eq!((threads[1].samples.len(), threads[1].samples[0].value), (1, 2e6));
        let names = ["start_thread", "JavaCalls::call_helper", "StubRoutines (1)", "Interpreter", "Columns.work"];
        assert_eq!(tables.frames()[..5], names);
        assert!(tables.frames().contains(&"T$$Lambda.run".to_owned()), "{:?}", tables.frames());
        assert!(tables.frames().contains(&"operator new(unsigned long)".to_owned()));
        assert_eq!(threads[3].samples.len(), 2, "a sample without frames counts");
    }

    #[test]
    fn samples_have_times_if_they_count() {
        let (_, threads) = perf(RECORDED, true, &mut Tables::default()).unwrap();
        let times: Vec<_> = threads[1].samples.iter().map(|sample| sample.time).collect();
        assert_eq!(times, [Some(0), Some(4)]);
    }

    #[test]
    fn other_lines_are_errors() {
        for bad in [
            "x",
            "java 7/8",
            "java 7 8 1.000: 9",
            "java 7/x 1.000: 9",
            "java 7/8 1.000: -9",
            " 7/8 9 x",
            "java 7/8 é.é: 9",
        ] {
            let error = perf(&format!("\n{bad}\n"), true, &mut Tables::default()).unwrap_err();
            assert!(matches!(error, ProfileError::Sample { line: 2, .. }), "{bad}: {error}");
        }
    }
}
