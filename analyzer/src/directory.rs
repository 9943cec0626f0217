//! The analysis of a trace directory, with the simulated gains of its candidates.

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::program::without_jdk;
use paratrace_traceformat::map::{MapHash, ProgramMap};
use paratrace_traceformat::trace::{Follower, TraceDir};

use crate::analysis::{Keep, Running, analyze_live_then, analyze_then, of_program};
use crate::model::Report;
use crate::options::Options;
use crate::simulation::simulate_gains;

/// Replays a trace and computes the figures of docs/metrics.md, up to the communication graph.
///
/// # Errors
/// If the trace cannot be read at all, a worker fails, or the analysis is cancelled. A thread whose events do not fit
/// the map is analysed up to that place; the report's completeness says so.
///
/// ```
/// use paratrace_analyzer::{Options, analyze};
/// use paratrace_traceformat::trace::TraceDir;
///
/// let trace = TraceDir::open("tests/versions/1.1")?;
/// let report = analyze(&trace, &Options::default())?;
/// assert_eq!((report.nodes, report.threads.len()), (3691, 7));
/// assert_eq!(report.threads.iter().map(|thread| thread.critical_path).max(), Some(47));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyze(dir: &TraceDir, options: &Options<'_>) -> Result<Report, AnalyzeError> {
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    let input = || crate::input::input(dir, &class_name);
    let alone = without_jdk(dir.map());
    let (program, of_program) = of_program(input(), alone.as_ref(), options)?.unzip();
    let gains = |report: &mut Report, kept: &Keep| {
        let kept = (of_program.as_ref().unwrap_or(kept), program.as_ref().map(|program| program.map));
        simulate_gains(&input, kept, report, options)
    };
    let mut report = analyze_then(input(), program.as_ref(), options, Keep::some(options), gains)?;
    report.program.map = Some(dir.map_hash().to_string());
    Ok(report)
}

/// Analyses a trace while it is written.
///
/// `follower` reads the directory. `map` and `hash` are the program map that the trace belongs to. Communication needs
/// all threads in one order, so `options` about it are ignored. Gains of candidates are simulated if the program has at
/// most [`crate::limits::KEPT_STREAMS`] threads.
///
/// # Errors
/// As [`analyze`]; also if the program wrote no trace.
pub fn analyze_live(
    follower: Follower,
    (map, hash): (&ProgramMap, MapHash),
    options: &Options<'_>,
    program: Running<'_>,
) -> Result<Report, AnalyzeError> {
    analyze_live_then(follower, (map, hash), options, program, |input, kept, report| {
        simulate_gains(input, (kept, None), report, options)
    })
}
