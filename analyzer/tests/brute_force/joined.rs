//! The critical path of all threads together against brute force, on random programs and executions in random turns.

use std::cell::RefCell;
use std::rc::Rc;

use paratrace_analyzer::listing::{Location, Node, NodeSink, Object, Region, replay_merged_nodes};
use paratrace_analyzer::model::{Completeness, Report};
use paratrace_analyzer::{CommunicationOptions, Input, Options, ThreadInput, VecSource, analyze_input};
use paratrace_oracle::execute::Execution;
use paratrace_oracle::figures::Brute;
use paratrace_oracle::program::{Program, random_program};
use paratrace_oracle::random::Random;
use paratrace_oracle::sites::class_name;
use paratrace_oracle::stamps::stamps;

/// Tells the nodes of one thread to what knows those of all.
struct Teller {
    thread: u64,
    all: Rc<RefCell<Brute>>,
}

impl Teller {
    /// Returns the location with a name that no other thread has for one of its own.
    fn own(&self, location: Location) -> Location {
        let frame = |frame: u64| frame << 8 | self.thread;
        match location {
            Location::Local { frame: at, slot } => Location::Local { frame: frame(at), slot },
            Location::Entry { frame: at, entry } => Location::Entry { frame: frame(at), entry },
            Location::Call(at) => Location::Call(frame(at)),
            Location::Passed(at) => Location::Passed(frame(at)),
            Location::Returned(at) => Location::Returned(frame(at)),
            Location::Exception => Location::Call(u64::MAX - self.thread),
            shared => shared,
        }
    }

    fn owns(&self, locations: &[Location]) -> Vec<Location> {
        locations.iter().map(|&location| self.own(location)).collect()
    }
}

impl NodeSink for Teller {
    fn node(&mut self, node: Node<'_>) {
        let (reads, writes) = (self.owns(node.reads), self.owns(node.writes));
        self.all.borrow_mut().node(Node { reads: &reads, writes: &writes, ..node });
    }

    fn vertex(&mut self, reads: &[Location], writes: &[Location]) {
        self.all.borrow_mut().vertex(&self.owns(reads), &self.owns(writes));
    }

    fn moved(&mut self, from: Option<Location>, to: Location) {
        self.all.borrow_mut().moved(from.map(|from| self.own(from)), self.own(to));
    }

    fn joined(&mut self, from: Location, to: Location) {
        self.all.borrow_mut().joined(self.own(from), self.own(to));
    }

    fn gathered(&mut self, array: Object, to: Location) {
        self.all.borrow_mut().gathered(array, self.own(to));
    }

    /// Regions of several threads do not nest.
    fn enter(&mut self, _: Region) {}

    fn exit(&mut self) {}
}

fn found(program: &Program, inputs: impl Fn() -> Vec<ThreadInput<'static>>, options: &Options<'_>) -> Report {
    let (threads, again, completeness) = (inputs(), inputs(), Completeness::default());
    analyze_input(Input { map: &program.map, class_name: &class_name, threads, again, completeness }, options).unwrap()
}

/// One random case; whether values went from thread to thread on the critical path.
fn check(seed: u64) -> bool {
    let mut random = Random(seed);
    let Some(program) = (0..20).find_map(|_| random_program(&mut random)) else { return false };
    let executions: Vec<Execution<'_>> =
        (0..random.between(2, 4)).map(|_| Execution::new(&program, random.next(), 200).run()).collect();
    let stamps = stamps(&mut random, &executions);
    let input = |(execution, stamps): (&Execution<'_>, &Vec<_>)| {
        let events = VecSource::new(execution.control.clone(), execution.data.clone()).with_stamps(stamps.clone());
        ThreadInput { id: 1, name: "t".to_owned(), ended: execution.ended, events: Box::new(events) }
    };
    let inputs = || executions.iter().zip(&stamps).map(input).collect::<Vec<_>>();

    let all = Rc::new(RefCell::new(Brute::new(&program.map)));
    let teller = |thread| Teller { thread: thread as u64, all: Rc::clone(&all) };
    drop(replay_merged_nodes(&program.map, &class_name, inputs(), teller).unwrap());
    let expected = all.take().summary();

    for (threads, communication) in [(1, None), (2, Some(CommunicationOptions::default()))] {
        let options = Options { threads, communication, ..Options::default() };
        let report = found(&program, inputs, &options);
        let path = (report.nodes, report.critical_path, report.critical_path_without_induction);
        assert!(report.across_threads);
        assert_eq!(path, (expected.nodes, expected.critical_path, expected.free_induction), "seed {seed}");
        let longest = report.threads.iter().map(|thread| thread.critical_path).max().unwrap_or(0);
        if threads == 2 {
            return longest < report.critical_path;
        }
    }
    false
}

#[test]
fn paths_go_from_thread_to_thread() {
    let across = (0..1500).filter(|&seed| check(seed)).count();
    assert!(across > 100, "only {across} critical paths go from thread to thread");
}
