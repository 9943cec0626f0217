//! The figures of a whole trace: by definition from its executed nodes, and as reported.

use paratrace_traceformat::map::MethodId;
use std::cell::RefCell;
use std::rc::Rc;

use paratrace_analyzer::listing::{Location, Node, NodeSink, Region, replay_merged_nodes, replay_nodes};
use paratrace_analyzer::shared_data::{SharedOptions, TaskSelection};
use paratrace_analyzer::{CommunicationOptions, Listed, Options, Report, analyze, thread_inputs};
use paratrace_traceformat::trace::TraceDir;

use crate::communication::{Flows, Steps, communication};
use crate::dependences::{Dependences, Step, dependences};
use crate::false_sharing;
use crate::figures::{Brute, Summary};
use crate::handovers::{handovers, reported as reported_handovers};
use crate::joined::Joined;
use crate::locks;
use crate::ordered::ordered;
use crate::shared::{self, Log};

/// All figures that are compared.
pub type Figures = (Summary, Dependences, Flows);

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
    threads_agree(&report, &regions)?;
    let reported =
        (super::report::summary(map, &report), Dependences::reported(map, &report), Flows::reported(&report));
    let names: Vec<String> = dir.threads().iter().map(|t| format!("{} ({})", t.name, t.java_id)).collect();
    let flows = communication(map, &names, &merged_steps(dir)?, true);
    let Summary { critical_path, free_induction, .. } = across_threads(dir, &report)?;
    let summary = Summary { critical_path, free_induction, ..Summary::join(&regions) };
    Ok(((summary, Dependences::join(&edges), flows), reported))
}

/// Each thread has the nodes and the critical path that the report says.
fn threads_agree(report: &Report, by_definition: &[Summary]) -> Result<(), String> {
    let expected: Vec<_> = by_definition.iter().map(|s| (s.nodes, s.critical_path, s.free_induction)).collect();
    let found = report.threads.iter().map(|t| (t.nodes, t.critical_path, t.critical_path_without_induction));
    let found: Vec<_> = found.collect();
    if expected == found { Ok(()) } else { Err(format!("threads by definition {expected:?}, reported {found:?}")) }
}

/// The figures of all threads in one order, if they hand to each other what the report says.
fn across_threads(dir: &TraceDir, report: &Report) -> Result<Summary, String> {
    let (map, class_name) = (dir.map(), |index: u32| dir.class_name(index).map(str::to_owned));
    let names: Vec<String> = dir.threads().iter().map(|t| format!("{} ({})", t.name, t.java_id)).collect();
    let joined = Joined::replay(map, &class_name, thread_inputs(dir));
    let expected = handovers(map, &joined);
    let found = (reported_handovers(report, &names), false_sharing::reported(report));
    if expected != found {
        return Err(format!("between threads by definition {expected:#?}, reported {found:#?}"));
    }
    let expected = ordered(map, &class_name, thread_inputs(dir), &joined).map(|ordered| ordered.length);
    let found = report.with_synchronization.map(|with| with.critical_path);
    if expected != found {
        return Err(format!("with synchronisation by definition {expected:?}, reported {found:?}"));
    }
    match locks::differ(map, &class_name, thread_inputs(dir), report) {
        Some(difference) => Err(difference),
        None => Ok(joined.brute.summary()),
    }
}

/// Critical paths, of the run and of each thread, and handovers, by definition and as the report has them, without the figures of loops and
/// methods: for executions that are too large for those. What differs, if anything does.
pub fn paths_differ(dir: &TraceDir, report: &Report) -> Option<String> {
    let (map, class_name) = (dir.map(), |index: u32| dir.class_name(index).map(str::to_owned));
    let of_thread = |thread| Joined::replay(map, &class_name, vec![thread]).brute.summary();
    let threads: Vec<Summary> = thread_inputs(dir).into_iter().map(of_thread).collect();
    let all = match threads_agree(report, &threads).and_then(|()| across_threads(dir, report)) {
        Ok(all) => (all.nodes, all.critical_path, all.free_induction),
        Err(why) => return Some(why),
    };
    let found = (report.nodes, report.critical_path, report.critical_path_without_induction);
    (all != found).then(|| format!("of all threads by definition {all:?}, reported {found:?}"))
}

/// The steps of all threads, in an order that respects happens-before.
fn merged_steps(dir: &TraceDir) -> Result<Steps, String> {
    let (map, class_name) = (dir.map(), |index: u32| dir.class_name(index).map(str::to_owned));
    let steps = Rc::new(RefCell::new(Steps::new()));
    let sink = |thread| Teller { thread, steps: Rc::clone(&steps) };
    let ends = replay_merged_nodes(map, &class_name, thread_inputs(dir), sink).unwrap();
    match ends.iter().find_map(|(_, desync)| desync.as_ref()) {
        Some(desync) => Err(desync.to_string()),
        None => Ok(steps.take()),
    }
}

/// Tells what happens in one thread.
struct Teller {
    thread: usize,
    steps: Rc<RefCell<Steps>>,
}

impl Teller {
    fn tell(&mut self, step: Step) {
        self.steps.borrow_mut().push((self.thread, step));
    }
}

impl NodeSink for Teller {
    fn node(&mut self, node: Node<'_>) {
        self.tell(Step::Node { insn: node.insn, reads: node.reads.to_vec(), writes: node.writes.to_vec() });
    }

    fn vertex(&mut self, reads: &[Location], writes: &[Location]) {
        self.tell(Step::Vertex { reads: reads.to_vec(), writes: writes.to_vec() });
    }

    fn moved(&mut self, from: Option<Location>, to: Location) {
        self.tell(Step::Moved { from, to });
    }

    fn enter(&mut self, region: Region) {
        self.tell(Step::Enter(region));
    }

    fn exit(&mut self) {
        self.tell(Step::Exit);
    }
}

/// The difference in shared data of all threads, and of some methods, if any.
pub fn shared_differs(dir: &TraceDir) -> Option<String> {
    let (map, class_name) = (dir.map(), |index: u32| dir.class_name(index).map(str::to_owned));
    let log = Log::default();
    let teller = |thread| shared::Teller { thread, log: Log::clone(&log) };
    let ends = replay_merged_nodes(map, &class_name, thread_inputs(dir), teller).unwrap();
    drop(ends);
    let log = log.take();
    let traced = map.methods.iter().zip(MethodId::all()).filter(|(method, _)| !method.insns.is_empty());
    // Every third one, by the order of the map.
    let methods: Vec<String> = traced.map(|(_, number)| map.method_name(number)).step_by(3).collect();
    for (by_thread, methods) in [(true, Vec::new()), (false, methods)] {
        let names = if by_thread { vec!["threads".to_owned()] } else { methods.clone() };
        let options =
            SharedOptions { tasks: TaskSelection::Named(names), arrays: usize::MAX, ..SharedOptions::default() };
        let found = paratrace_analyzer::shared_data::shared(dir, &options, None).unwrap();
        let thread = |thread: usize| format!("{} ({})", dir.threads()[thread].name, dir.threads()[thread].java_id);
        let of_thread = |number: usize| by_thread.then(|| thread(number));
        let of_method = |method: MethodId| Some(map.method_name(method)).filter(|name| methods.contains(name));
        let expected = shared::shared(map, &log, &of_thread, &of_method);
        if let Some(difference) = shared::difference(&expected, &found) {
            return Some(format!("shared data, threads {by_thread}: {difference}"));
        }
    }
    None
}

/// The first difference, in words.
pub fn difference(expected: &Figures, found: &Figures) -> Option<String> {
    if expected.0 != found.0 {
        return Some(format!("by definition {:#?}\nreport {:#?}", expected.0, found.0));
    }
    expected.1.difference(&found.1).or_else(|| expected.2.difference(&found.2))
}

/// The report, if every event is where the map expects it.
pub fn whole_report(dir: &TraceDir) -> Result<Report, String> {
    let everything = CommunicationOptions { edges: usize::MAX, path_bytes: usize::MAX, sampling: None };
    let options = Options { communication: Some(everything), edges: Listed::ALL, ..Options::default() };
    let report = analyze(dir, &options).unwrap();
    let found = &report.completeness;
    let whole = found.complete && found.unexpected_entries == 0 && found.unread_events == 0;
    if whole { Ok(report) } else { Err(format!("{found:#?}")) }
}
