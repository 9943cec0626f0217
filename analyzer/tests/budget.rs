//! An analysis that would take more memory than it may leaves parts out, and is otherwise the same.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use paratrace_analyzer::model::{Cause, Part};
use paratrace_analyzer::{Memory, Options, Report, analyze};
use paratrace_traceformat::trace::TraceDir;

/// Analyses a trace with so many threads; the first measurements find more memory in use than there may be.
fn over(times: usize, threads: usize) -> Report {
    let measured = AtomicUsize::new(0);
    let in_use = || if measured.fetch_add(1, Ordering::Relaxed) < times { 2 } else { 0 };
    let memory = Memory { most: 1, in_use: &in_use, patience: Duration::ZERO };
    let report = analyze(&trace(), &Options { memory: Some(memory), threads, ..Options::default() }).unwrap();
    assert!(measured.load(Ordering::Relaxed) >= times.min(3));
    report
}

fn trace() -> TraceDir {
    TraceDir::open(Path::new("tests/versions/1.1")).unwrap()
}

fn without(parts: &[Part]) -> Report {
    let options = Options::default();
    let report = analyze(
        &trace(),
        &Options {
            communication: options.communication.filter(|_| !parts.contains(&Part::Communication)),
            distances: !parts.contains(&Part::Dependences),
            ..options
        },
    );
    Report { left_out_for_memory: parts.to_vec(), ..report.unwrap() }
}

#[test]
fn parts_are_left_out_one_after_the_other() {
    let parts = [Part::Communication, Part::Dependences];
    for threads in [1, 2, 3] {
        for times in 0..=parts.len() {
            assert_eq!(over(times, threads), without(&parts[..times]), "{times} times, {threads} threads");
        }
    }
}

#[test]
fn what_does_not_fit_without_them_is_in_no_figure() {
    for threads in [1, 2] {
        let report = over(usize::MAX, threads);
        assert_eq!(report.left_out_for_memory, [Part::Communication, Part::Dependences]);
        assert_eq!(report.completeness.causes, [Cause::Memory], "{:?}", report.completeness);
        assert!(report.completeness.missing_events > 0);
        let whole = without(&[]);
        assert!(report.nodes < whole.nodes);
        assert!(report.critical_path <= whole.critical_path);
    }
}
