//! Nodes of all threads in one order, with locations that tell the threads' stacks apart.

use std::cell::RefCell;
use std::rc::Rc;

use paratrace_analyzer::ThreadInput;
use paratrace_analyzer::listing::{Location, Node, NodeSink, Object, Region, replay_merged_nodes};
use paratrace_traceformat::map::ProgramMap;

use crate::figures::Brute;

/// The nodes of all threads.
#[derive(Default)]
pub struct Joined {
    pub brute: Brute,
    /// For each thread, the number of nodes of all threads before each of its own.
    times: Vec<Vec<u64>>,
    /// The thread of each node.
    threads: Vec<usize>,
}

impl Joined {
    /// Replays the nodes of all threads.
    pub fn replay(
        map: &ProgramMap,
        class_name: &(dyn Fn(u32) -> Option<String> + Sync),
        threads: Vec<ThreadInput<'_>>,
    ) -> Self {
        let times = vec![Vec::new(); threads.len()];
        let all = Rc::new(RefCell::new(Self { brute: Brute::new(map), times, threads: Vec::new() }));
        let teller = |thread| Teller { thread, all: Rc::clone(&all) };
        drop(replay_merged_nodes(map, class_name, threads, teller).unwrap());
        all.take()
    }

    /// Returns the thread of a node, given the number of nodes of all threads before it.
    pub fn thread(&self, time: u64) -> usize {
        self.threads[time as usize]
    }

    /// Returns the number of nodes of all threads before one, given that of its own thread; `None` if there is no such node.
    pub fn time(&self, thread: usize, time: u64) -> Option<u64> {
        self.times.get(thread)?.get(time as usize).copied()
    }
}

/// Tells the nodes of one thread to what knows those of all.
struct Teller {
    thread: usize,
    all: Rc<RefCell<Joined>>,
}

impl Teller {
    /// Returns the location with a name that no other thread has for one of its own.
    fn own(&self, location: Location) -> Location {
        let frame = |frame: u64| frame << 16 | self.thread as u64;
        match location {
            Location::Local { frame: at, slot } => Location::Local { frame: frame(at), slot },
            Location::Entry { frame: at, entry } => Location::Entry { frame: frame(at), entry },
            Location::Call(at) => Location::Call(frame(at)),
            Location::Passed(at) => Location::Passed(frame(at)),
            Location::Returned(at) => Location::Returned(frame(at)),
            Location::Exception => Location::Call(u64::MAX - self.thread as u64),
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
        let Joined { brute, times, threads } = &mut *self.all.borrow_mut();
        times[self.thread].push(brute.insns.len() as u64);
        threads.push(self.thread);
        brute.node(Node { reads: &reads, writes: &writes, ..node });
    }

    fn vertex(&mut self, reads: &[Location], writes: &[Location]) {
        self.all.borrow_mut().brute.vertex(&self.owns(reads), &self.owns(writes));
    }

    fn moved(&mut self, from: Option<Location>, to: Location) {
        self.all.borrow_mut().brute.moved(from.map(|from| self.own(from)), self.own(to));
    }

    fn joined(&mut self, from: Location, to: Location) {
        self.all.borrow_mut().brute.joined(self.own(from), self.own(to));
    }

    fn gathered(&mut self, array: Object, to: Location) {
        self.all.borrow_mut().brute.gathered(array, self.own(to));
    }

    /// Regions of several threads do not nest.
    fn enter(&mut self, _: Region) {}

    fn exit(&mut self) {}
}
