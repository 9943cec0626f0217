//! Names of methods, classes and places in the source, as texts show them.

use paratrace_analyzer::model::{Advice, Candidate, CandidateKind, Nature, Operation, Point, Remedy};
pub(crate) use paratrace_analyzer::names::{class_of as class, short, without_descriptor};

/// Reasons of methods that have no code to trace.
pub(crate) const NO_CODE: [&str; 2] = ["abstract", "native"];

/// `loop Rays.java:5 in Rays.render`, or `calls of Rays.trace (Rays.java:20)`.
pub(crate) fn candidate(kind: CandidateKind, method: &str, file: Option<&str>, line: i32, pc: u32) -> String {
    let place = location(method, file, line, pc);
    match kind {
        CandidateKind::Loop => format!("loop {place} in {}", short(method)),
        CandidateKind::Stream => format!("stream {place} in {}", short(method)),
        CandidateKind::Call => format!("{} ({place})", calls(method)),
    }
}

/// `calls of Rays.trace`.
pub(crate) fn calls(method: &str) -> String {
    format!("calls of {}", short(method))
}

/// A line, where the class file tells it.
pub(crate) fn line(line: i32) -> Option<u64> {
    u64::try_from(line).ok().filter(|&line| line > 0)
}

/// `File.java:12`, or the next best.
pub(crate) fn location(method: &str, file: Option<&str>, at: i32, pc: u32) -> String {
    let file = file.unwrap_or(short(method));
    match line(at) {
        Some(line) => format!("{file}:{line}"),
        None => format!("{file}, offset {pc}"),
    }
}

/// The place of an instruction.
pub(crate) fn point_at(point: &Point) -> String {
    match (&point.file, line(point.line)) {
        (Some(file), Some(line)) => format!("{} ({file}:{line})", short(&point.method)),
        (None, Some(line)) => format!("{}:{line}", short(&point.method)),
        (_, None) => format!("{} +{}", short(&point.method), point.pc),
    }
}

/// The condition under which tasks are apart: that code does not run which did not.
pub(crate) fn condition(c: &Candidate) -> Option<String> {
    let (blocker, left) = c.blockers.iter().find_map(|blocker| Some((blocker, blocker.not_run.as_ref()?)))?;
    let place = point_at(left);
    Some(match blocker.advice {
        Advice::Remedy(Remedy::OnlyIfNotTaken) => format!("only if all go the same way at {place}, as in this run"),
        _ => format!("only if {place}, which did not run, never does"),
    })
}

/// Returns whether all that tasks gather is in objects that they may share as they are.
pub(crate) fn gathers_safely(c: &Candidate) -> bool {
    let mut gathered = c.blockers.iter().filter(|blocker| blocker.nature.is_gathered());
    gathered.all(|blocker| blocker.nature == Nature::Atomic)
}

/// Returns whether all that iterations gather from the ones before them are least or greatest values.
pub(crate) fn finds_extrema(c: &Candidate) -> bool {
    let mut scans = c.blockers.iter().filter(|blocker| blocker.nature == Nature::Scan);
    scans.all(|blocker| blocker.operation.is_some_and(Operation::is_extremum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_name_the_file_of_inlined_code() {
        let own = Point { method: "demo/MainKt.main()V".to_owned(), pc: 4, line: 12, file: None };
        let inlined = Point { line: 27, file: Some("Scale.kt".to_owned()), ..own.clone() };
        assert_eq!(point_at(&own), "MainKt.main:12");
        assert_eq!(point_at(&inlined), "MainKt.main (Scale.kt:27)");
        assert_eq!(point_at(&Point { line: -1, ..own }), "MainKt.main +4");
    }
}
