//! Progress of an analysis, and an estimate of the time that it will take.

use crate::terminal::Progress;
use paratrace_analyzer as analyzer;
use paratrace_report::numbers::{count, plural};
use paratrace_traceformat::trace::TraceDir;
use std::time::{Duration, Instant};

/// Before this an estimate would be a guess.
const SETTLED: Duration = Duration::from_secs(2);

/// Shows how far an analysis is: `analysing thread 1: 1,234 instructions, 40 %`. See [`Meter::new`].
pub(crate) fn watch(trace: &TraceDir, passes: u64, verb: &'static str) -> impl Fn(analyzer::Progress) -> bool + Sync {
    let (shown, meter) = (Progress::new(), Meter::new(trace, passes));
    move |at| {
        shown.at(|| format!("{verb} thread {}: {}", at.thread, meter.so_far(at.nodes)));
        true
    }
}

/// Measures what was read of a trace against the time that it took.
pub(crate) struct Meter<'t> {
    trace: &'t TraceDir,
    start: Instant,
    before: u64,
    /// How often all of it is read; 0: not known beforehand.
    passes: u64,
}

impl<'t> Meter<'t> {
    pub(crate) fn new(trace: &'t TraceDir, passes: u64) -> Meter<'t> {
        Meter { trace, start: Instant::now(), before: trace.values_read(), passes }
    }

    /// `1,234 instructions, 40 %, about 2 min left`.
    pub(crate) fn so_far(&self, nodes: u64) -> String {
        let read = self.trace.values_read() - self.before;
        format!(
            "{}{}",
            plural(nodes, "instruction", "instructions"),
            told(read, self.trace.values(), self.passes, self.start.elapsed())
        )
    }
}

fn told(read: u64, all: u64, passes: u64, elapsed: Duration) -> String {
    if all == 0 {
        return String::new();
    }
    if passes == 0 {
        // Values are read a little ahead of those that are followed: the last ones belong to this pass.
        let (pass, part) = (read.saturating_sub(1) / all, read.saturating_sub(1) % all + 1);
        return format!(", pass {}, {}", count(pass + 1), whole_percent(part as f64 / all as f64));
    }
    let part = (read as f64 / (all * passes) as f64).min(1.0);
    if elapsed < SETTLED || part <= 0.0 {
        return format!(", {}", whole_percent(part));
    }
    let left = elapsed.as_secs_f64() * (1.0 / part - 1.0);
    format!(", {}, about {} left", whole_percent(part), duration(left))
}

fn whole_percent(part: f64) -> String {
    format!("{:.0} %", (part * 100.0).floor())
}

/// A duration as people say it: no more exact than an estimate can be.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{:.0} s", s.ceil()),
        s if s < 5400.0 => format!("{:.0} min", (s / 60.0).ceil()),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates() {
        let after = Duration::from_secs;
        assert_eq!(told(10, 100, 1, after(1)), ", 10 %");
        assert_eq!(told(25, 100, 1, after(10)), ", 25 %, about 30 s left");
        assert_eq!(told(100, 100, 2, after(600)), ", 50 %, about 10 min left");
        assert_eq!(told(1, 100, 1, after(600)), ", 1 %, about 16.5 h left");
        assert_eq!(told(300, 100, 2, after(600)), ", 100 %, about 0 s left");
        assert_eq!(told(0, 0, 1, after(600)), "");
    }

    #[test]
    fn passes_that_are_not_known_beforehand_are_counted() {
        let after = Duration::from_secs(60);
        assert_eq!(told(40, 100, 0, after), ", pass 1, 40 %");
        assert_eq!(told(100, 100, 0, after), ", pass 1, 100 %");
        assert_eq!(told(350, 100, 0, after), ", pass 4, 50 %");
        assert_eq!(told(0, 100, 0, after), ", pass 1, 1 %");
    }
}
