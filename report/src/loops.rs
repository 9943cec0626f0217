//! Selection, order and names of the loops that are shown.

use crate::names;
use paratrace_analyzer::Report;
use paratrace_analyzer::model::Loop;

/// The loops with the largest gain first; equal gains by method and place.
pub(crate) fn by_gain(report: &Report) -> Vec<&Loop> {
    let mut loops: Vec<&Loop> = report.loops.iter().collect();
    loops.sort_by(|a, b| {
        b.gain.total_cmp(&a.gain).then_with(|| (&a.method, a.header_pc).cmp(&(&b.method, b.header_pc)))
    });
    loops
}

/// The loop directly around `inner` in the same method. Headers come before what is inside them in code that
/// compilers write, so it is the last loop one level up that begins before.
pub(crate) fn around<'r>(report: &'r Report, inner: &Loop) -> Option<&'r Loop> {
    let outer = inner.depth.checked_sub(1)?;
    let candidates = report.loops.iter().filter(|l| l.depth == outer && l.method == inner.method);
    candidates.filter(|l| l.header_pc <= inner.header_pc).max_by_key(|l| l.header_pc)
}

/// Iterations as the source has them: executions of the body.
pub(crate) fn rounds(report: &Report, method: &str, header_pc: u32) -> Option<u64> {
    report.loops.iter().find(|l| l.method == method && l.header_pc == header_pc)?.rounds
}

/// `pkg/Class`, the class that holds the loop.
pub(crate) fn class(l: &Loop) -> &str {
    names::class(&l.method)
}

/// `Class.name`, without package and descriptor.
pub(crate) fn short_method(l: &Loop) -> &str {
    names::short(&l.method)
}

/// The header's line, where the class file tells it.
pub(crate) fn line(l: &Loop) -> Option<u64> {
    names::line(l.line)
}

/// `File.java:12`, or the next best.
pub(crate) fn location(l: &Loop) -> String {
    names::location(&l.method, l.file.as_deref(), l.line, l.header_pc)
}

/// The place of the loop within its method.
pub(crate) fn at(l: &Loop) -> String {
    line(l).map_or_else(|| format!("offset {}", l.header_pc), |line| format!("line {line}"))
}
