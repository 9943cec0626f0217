//! Threads that hand over values, replayed in one order: each value is given before it is taken, whatever way it went.

use crate::common::{json, rewritten, shown, succeed, traced};
use paratrace_analyzer::listing::{Location, Node, NodeSink, Region, replay_merged_nodes};
use paratrace_analyzer::thread_inputs;
use paratrace_traceformat::map::ProgramMap;
use paratrace_traceformat::trace::TraceDir;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::process::Command;
use std::rc::Rc;

/// Accesses to the cells, in the order of all threads.
#[derive(Default)]
struct Cells {
    /// The thread that put a value into a cell, until it is taken; by the field of the cell.
    given: BTreeMap<Location, usize>,
    handovers: u64,
    wrong: Vec<String>,
}

struct Sink<'m> {
    map: &'m ProgramMap,
    thread: usize,
    cells: Rc<RefCell<Cells>>,
}

impl NodeSink for Sink<'_> {
    fn node(&mut self, node: Node<'_>) {
        let method = &self.map.methods[node.method.index()];
        let field = |locations: &[Location]| locations.iter().copied().find(|at| matches!(at, Location::Field(..)));
        let cells = &mut *self.cells.borrow_mut();
        match method.name.as_str() {
            "give" => {
                let Some(cell) = field(node.writes) else { return };
                if let Some(by) = cells.given.insert(cell, self.thread) {
                    cells.wrong.push(format!("{cell:?} is given by {} and, before it is taken, {by}", self.thread));
                }
            }
            "take" => {
                let Some(cell) = field(node.reads) else { return };
                match cells.given.remove(&cell) {
                    Some(_) => cells.handovers += 1,
                    None => cells.wrong.push(format!("{cell:?} is taken by {} before it is given", self.thread)),
                }
            }
            _ => {}
        }
    }

    fn vertex(&mut self, _: &[Location], _: &[Location]) {}
    fn moved(&mut self, _: Option<Location>, _: Location) {}
    fn enter(&mut self, _: Region) {}
    fn exit(&mut self) {}
}

/// The cells of a trace in the order of all threads.
fn cells(trace: &TraceDir) -> Cells {
    let class_name = |index: u32| trace.class_name(index).map(str::to_owned);
    let cells = Rc::new(RefCell::new(Cells::default()));
    let sink = |thread| Sink { map: trace.map(), thread, cells: Rc::clone(&cells) };
    let ends = replay_merged_nodes(trace.map(), &class_name, thread_inputs(trace), sink).unwrap();
    assert!(ends.iter().all(|(_, stopped)| stopped.is_none()));
    drop(ends);
    Rc::into_inner(cells).unwrap().into_inner()
}

/// Rows of a list of the report: the name of the method of the tail, and figures.
fn rows<'r>(report: &'r Value, list: &str, figures: &[&str]) -> BTreeMap<&'r str, Vec<u64>> {
    let rows = report[list].as_array().unwrap().iter();
    let name = |row: &'r Value| row["tail"]["method"].as_str().unwrap().rsplit('.').next().unwrap().split('(').next();
    rows.map(|row| (name(row).unwrap(), figures.iter().map(|figure| row[*figure].as_u64().unwrap()).collect()))
        .collect()
}

#[test]
fn threads_that_write_beside_each_other_may_share_lines() {
    let dir = tempfile::tempdir().unwrap();
    rewritten("tests/programs/open/FalseSharing.java", dir.path());
    traced(dir.path(), "trace", &["FalseSharing"]);
    let report = json(dir.path(), &["analyze", "trace", "--json", "-"]);
    let found = rows(&report, "false_sharing", &["transfers", "lines", "threads"]);
    let expected = [
        ("byBlocks", vec![2, 1, 2]),
        ("byTurns", vec![638, 40, 2]),
        ("count", vec![1000, 1, 2]),
        ("right", vec![1000, 1, 2]),
    ];
    assert_eq!(found, BTreeMap::from(expected), "{report:#}");
    let text = shown(dir.path(), &["analyze", "trace"]);
    for says in [
        "Lines of cache that threads may pull from each other",
        "elements of counts",
        "FalseSharing$Pair.left and FalseSharing$Pair.right",
        "up to 638 times between 2 threads, 40 lines: written at FalseSharing.byTurns:",
        ", created at",
        "written at FalseSharing.left:49 and",
    ] {
        assert!(text.contains(says), "{says}: {text}");
    }
}

#[test]
fn values_are_given_before_they_are_taken() {
    let dir = tempfile::tempdir().unwrap();
    rewritten("tests/programs/open/Handover.java", dir.path());
    for (run, options) in [&[][..], &["-XX:TieredStopAtLevel=1"], &["-Xint"]].into_iter().enumerate() {
        let trace = dir.path().join(format!("trace{run}"));
        let mut java = Command::new("java");
        java.args(options).arg(format!("-Dparatrace.dir={}", trace.display()));
        succeed(java.arg("-cp").arg(dir.path().join("traced/plain")).arg("Handover"));
        let trace = TraceDir::open(&trace).unwrap();
        let completeness = trace.completeness();
        assert!(completeness.complete, "{completeness:?}");
        let cells = cells(&trace);
        assert!(
            cells.wrong.is_empty(),
            "{options:?}: {} of {}: {:#?}",
            cells.wrong.len(),
            cells.handovers,
            cells.wrong
        );
        assert!(cells.handovers > 2000, "{options:?}: {} values were handed over", cells.handovers);
    }
}
