//! Critical path of the whole run: depths flow between threads (docs/metrics.md, “Across threads”).

use std::mem::swap;
use std::sync::Arc;

use paratrace_replay::base::frames::Cell;
use paratrace_replay::stream::Chunk;

use super::arena::Arena;
use super::code::Codes;
use super::lanes::{Joint, Lanes};
use super::ordered::{Ordered, Turn};
use super::run;
use super::thread::WholeThread;
use crate::synchronization::{Classes, Releases};

/// The longest path with synchronisation: within one chunk, it grows by less than what is left to 31 bits.
pub(crate) const LONGEST: u32 = (1 << 31) - (1 << 26);

/// The critical path of all threads together, in nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct JoinedPath {
    pub(crate) critical_path: u64,
    /// The same if induction chains cost nothing.
    pub(crate) free_induction: u64,
    /// The same with what threads synchronise on; nothing if the trace does not tell of it.
    pub(crate) ordered: Option<u64>,
}

/// The depths of all threads. Each has its own stack; fields, elements, statics and states are those of all of them.
pub(crate) struct JoinedDepths<'m> {
    classes: Arc<Classes<'m>>,
    memory: Arena<Joint>,
    releases: Releases<u32>,
    /// Threads by number, while they run.
    threads: Vec<Option<Box<OfThread>>>,
    max: Joint,
    /// Number of nodes so far.
    pub(crate) nodes: u64,
    is_saturated: bool,
    /// Whether the path with synchronisation is too long for 31 bits.
    is_too_long: bool,
    /// Whether the trace names the objects of threads, as all do that tell what is synchronised on.
    knows_threads: bool,
}

struct OfThread {
    codes: Codes,
    depths: WholeThread<Joint>,
    ordered: Ordered,
}

impl<'m> JoinedDepths<'m> {
    pub(crate) fn new(classes: Arc<Classes<'m>>) -> Self {
        Self {
            classes,
            memory: Arena::new(),
            releases: Releases::default(),
            threads: Vec::new(),
            max: Joint::ZERO,
            nodes: 0,
            is_saturated: false,
            is_too_long: false,
            knows_threads: false,
        }
    }

    /// Takes the next chunk of all threads' streams, in an order that respects happens-before.
    pub(crate) fn take(&mut self, thread: usize, chunk: &Chunk) {
        if thread >= self.threads.len() {
            self.threads.resize_with(thread + 1, || None);
        }
        let begin = || {
            let ordered = Ordered::new(thread as u32);
            Box::new(OfThread { codes: Codes::default(), depths: WholeThread::new(), ordered })
        };
        let OfThread { codes, depths, ordered } = self.threads[thread].get_or_insert_with(begin).as_mut();
        for program in &chunk.programs {
            codes.add(program);
            ordered.orders.add(program, &self.classes);
        }
        swap(&mut self.memory, &mut depths.memory);
        let before = depths.nodes;
        run::run(&mut Turn { depths, ordered, releases: &mut self.releases }, chunk, codes);
        swap(&mut self.memory, &mut depths.memory);
        ordered.pause(&depths.max, &mut self.releases);
        self.nodes += depths.nodes - before;
        self.is_too_long |= depths.max.with_order() > LONGEST;
    }

    /// Forgets the stack and the paths of a thread that has ended.
    pub(crate) fn ended(&mut self, thread: usize) {
        if let Some(ended) = self.threads.get_mut(thread).and_then(Option::take) {
            let ordered = ended.ordered.ended(ended.depths.max.with_order(), &mut self.releases);
            self.knows_threads |= ended.ordered.orders.end().is_some();
            self.max = self.max.max(ended.depths.max);
            self.max.raise(ordered);
            self.is_saturated |= ended.depths.saturated;
        }
    }

    /// Ends all threads. Returns nothing if the path is too long for 32 bits.
    pub(crate) fn finish(mut self) -> Option<JoinedPath> {
        (0..self.threads.len()).for_each(|thread| self.ended(thread));
        let Joint { data, ordered } = self.max;
        let (critical_path, free_induction) = (data.unit.into(), data.free.into());
        let ordered = u64::try_from(ordered).ok().filter(|_| self.knows_threads && !self.is_too_long);
        (!self.is_saturated).then_some(JoinedPath { critical_path, free_induction, ordered })
    }
}
