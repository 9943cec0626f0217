//! The figures of a whole trace: by definition from its executed nodes, and as reported.

use paratrace_analyzer::nodes::replay_nodes;
use paratrace_analyzer::{Options, Report, analyze, thread_inputs};
use paratrace_traceformat::trace::TraceDir;

use super::dependences::{Dependences, dependences};
use super::figures::{Brute, Summary};

/// All figures that are compared.
pub type Figures = (Summary, Dependences);

/// Both, or why they cannot be had.
pub fn figures(dir: &TraceDir) -> Result<(Figures, Figures), String> {
    let (map, class_name) = (dir.map(), |index: u32| dir.class_name(index).map(str::to_owned));
    let (mut regions, mut edges) = (Vec::new(), Vec::new());
    for thread in thread_inputs(dir) {
        let (nodes, desync) = replay_nodes(map, &class_name, thread, Brute::new(map)).unwrap();
        if let Some(desync) = desync {
            return Err(desync.to_string());
        }
        edges.push(dependences(map, &nodes.steps));
        regions.push(nodes.summary());
    }
    let report = whole_report(dir)?;
    let reported = (super::report::summary(map, &report), Dependences::reported(map, &report));
    Ok(((Summary::join(&regions), Dependences::join(&edges)), reported))
}

/// The first difference, in words.
pub fn difference(expected: &Figures, found: &Figures) -> Option<String> {
    if expected.0 != found.0 {
        return Some(format!("by definition {:#?}\nreport {:#?}", expected.0, found.0));
    }
    expected.1.difference(&found.1)
}

/// The report, if every event is where the map expects it.
pub fn whole_report(dir: &TraceDir) -> Result<Report, String> {
    let report = analyze(dir, &Options::default()).unwrap();
    let found = &report.completeness;
    let whole = found.complete && found.unexpected_entries == 0 && found.unread_events == 0;
    if whole { Ok(report) } else { Err(format!("{found:#?}")) }
}
