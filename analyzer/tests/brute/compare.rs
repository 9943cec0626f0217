//! The figures of a whole trace: by definition from its executed nodes, and as reported.

use paratrace_analyzer::nodes::replay_nodes;
use paratrace_analyzer::{Options, Report, analyze, thread_inputs};
use paratrace_traceformat::trace::TraceDir;

use super::figures::{Brute, Summary};

/// Both, or why they cannot be had.
pub fn figures(dir: &TraceDir) -> Result<(Summary, Summary), String> {
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    let mut threads = Vec::new();
    for thread in thread_inputs(dir) {
        let (nodes, desync) = replay_nodes(dir.map(), &class_name, thread, Brute::new(dir.map())).unwrap();
        if let Some(desync) = desync {
            return Err(desync.to_string());
        }
        threads.push(nodes.summary());
    }
    Ok((Summary::join(&threads), super::report::summary(dir.map(), &whole_report(dir)?)))
}

/// The report, if every event is where the map expects it.
pub fn whole_report(dir: &TraceDir) -> Result<Report, String> {
    let report = analyze(dir, &Options::default()).unwrap();
    let found = &report.completeness;
    let whole = found.complete && found.unexpected_entries == 0 && found.unread_events == 0;
    if whole { Ok(report) } else { Err(format!("{found:#?}")) }
}
