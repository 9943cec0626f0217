//! Collapsed stacks of async-profiler: a line for each stack, `[name tid=N];frame;frame;… count`.

use super::frames::Frame;
use super::{ProfileError, SHOWN, Seen, Tables, Threads};
use crate::measurements::ThreadProfile;

/// Reads what async-profiler writes with the options `collapsed,threads,total,ann`. Lines of the same stack are added up.
///
/// # Errors
///
/// A line has another form.
pub fn collapsed(text: &str, tables: &mut Tables) -> Result<Vec<ThreadProfile>, ProfileError> {
    let mut threads = Threads::default();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let bad = || ProfileError::Line { line: index + 1, text: line.chars().take(SHOWN).collect() };
        let parsed = Line::parse(line).ok_or_else(bad)?;
        let frames: Vec<Frame> = parsed.frames.split(';').filter(|frame| !frame.is_empty()).map(Frame::parse).collect();
        let java = frames.iter().any(|frame| frame.java);
        let numbers = frames.into_iter().map(|frame| tables.frame(frame.name)).collect();
        let seen = Seen { stack: tables.stack(numbers), value: parsed.count, time: None, java };
        threads.add((parsed.id, parsed.name), seen);
    }
    Ok(threads.profiles())
}

struct Line<'l> {
    id: u64,
    name: &'l str,
    frames: &'l str,
    count: f64,
}

impl Line<'_> {
    fn parse(line: &str) -> Option<Line<'_>> {
        let (stack, count) = line.trim_end().rsplit_once(' ')?;
        let count: u64 = count.parse().ok()?;
        let (name, id, frames) = thread(stack.strip_prefix('[')?)?;
        Some(Line { id, name: name.trim_end(), frames, count: count as f64 })
    }
}

/// Splits `name tid=7];frame;frame`. A name may have any character, so the first `tid=N]` that ends the text or comes
/// before a `;` ends it.
fn thread(text: &str) -> Option<(&str, u64, &str)> {
    for (at, mark) in text.match_indices("tid=") {
        let rest = &text[at + mark.len()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let Some(after) = rest[digits..].strip_prefix(']') else { continue };
        if after.is_empty() || after.starts_with(';') {
            return Some((&text[..at], rest[..digits].parse().ok()?, after.trim_start_matches(';')));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::measurements::ThreadKind;

    const RECORDED: &str = "\
[Thread-1 tid=5080];java/lang/Thread.run_[j];T$$Lambda$1.0x00007f6d50000a08.run_[0];T.lambda$main$0_[j];T.work_[j] 70000000
[Thread-1 tid=5080];java/lang/Thread.run_[0];T$$Lambda$1.0x00007f6d50000a08.run_[0];T.lambda$main$0_[0];T.work_[i] 5000000
[tid=5103];__futex_abstimed_wait_common 650000000
[DestroyJavaVM tid=5085];T.main_[0];T.work_[j] 150000000
[VM Thread tid=5092];__futex_abstimed_wait_common 650000000
[GC Thread#0 tid=5087];start_thread;thread_native_entry(Thread*);operator new(unsigned long) 10
[Thread-0 tid=5145];java/lang/Thread.run_[j];T.lambda$main$0_[j];java.lang.Object_[i] 28193838
";

    #[test]
    fn a_recorded_profile() {
        let mut tables = Tables::default();
        let threads = collapsed(RECORDED, &mut tables).unwrap();
        let found: Vec<_> = threads.iter().map(|found| (found.name.as_str(), found.id, found.kind)).collect();
        assert_eq!(
            found,
            [
                ("Thread-1", 5080, ThreadKind::Application),
                ("main", 5085, ThreadKind::Application),
                ("GC Thread#0", 5087, ThreadKind::Collector),
                ("VM Thread", 5092, ThreadKind::Jvm),
                ("", 5103, ThreadKind::Jvm),
                ("Thread-0", 5145, ThreadKind::Application),
            ]
        );
        // The same methods, compiled, inlined or interpreted, are the same stack.
        assert_eq!(threads[0].samples.len(), 1);
        assert_eq!(threads[0].samples[0].value, 75e6);
        assert_eq!(tables.frames()[..4], ["java.lang.Thread.run", "T$$Lambda.run", "T.lambda$main$0", "T.work"]);
        assert!(tables.frames().contains(&"operator new(unsigned long)".to_owned()));
        assert!(tables.frames().contains(&"java.lang.Object".to_owned()));
    }

    #[test]
    fn names_of_threads_may_have_any_character() {
        let mut tables = Tables::default();
        let threads = collapsed("[a;b] tid=x tid=1 tid=2];A.a_[j] 3\n[q tid=4] 5\n", &mut tables).unwrap();
        assert_eq!((threads[0].name.as_str(), threads[0].id), ("a;b] tid=x tid=1", 2));
        assert_eq!((threads[1].name.as_str(), threads[1].samples.len()), ("q", 1));
    }

    #[test]
    fn other_lines_are_errors() {
        for bad in ["x", "A.a 3", "[a];A.a 3", "[a tid=];A.a 3", "[a tid=1];A.a", "[a tid=1];A.a -3", "[a tid=1]A.a 3"]
        {
            let error = collapsed(&format!("\n{bad}\n"), &mut Tables::default()).unwrap_err();
            assert!(matches!(error, ProfileError::Line { line: 2, .. }), "{bad}: {error}");
        }
        let long = "é".repeat(500);
        assert!(collapsed(&long, &mut Tables::default()).unwrap_err().to_string().chars().count() < 200);
    }
}
