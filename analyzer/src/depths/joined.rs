//! Critical path of the whole run: depths flow between threads (docs/metrics.md, “Across threads”).

use std::mem::swap;

use paratrace_replay::base::frames::Cell;
use paratrace_replay::stream::Chunk;

use super::arena::Arena;
use super::code::Codes;
use super::lanes::{Lanes, Pair};
use super::run;
use super::thread::WholeThread;

/// The critical path of all threads together, in nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct JoinedPath {
    pub(crate) critical_path: u64,
    /// The same if induction chains cost nothing.
    pub(crate) free_induction: u64,
}

/// The depths of all threads. Each has its own stack; fields, elements, statics and states are those of all of them.
pub(crate) struct JoinedDepths {
    memory: Arena<Pair>,
    /// Threads by number, while they run.
    threads: Vec<Option<Box<OfThread>>>,
    max: Pair,
    /// Number of nodes so far.
    pub(crate) nodes: u64,
    is_saturated: bool,
}

struct OfThread {
    codes: Codes,
    depths: WholeThread,
}

impl JoinedDepths {
    pub(crate) fn new() -> Self {
        Self { memory: Arena::new(), threads: Vec::new(), max: Pair::ZERO, nodes: 0, is_saturated: false }
    }

    /// Takes the next chunk of all threads' streams, in an order that respects happens-before.
    pub(crate) fn take(&mut self, thread: usize, chunk: &Chunk) {
        if thread >= self.threads.len() {
            self.threads.resize_with(thread + 1, || None);
        }
        let begin = || Box::new(OfThread { codes: Codes::default(), depths: WholeThread::new() });
        let OfThread { codes, depths } = self.threads[thread].get_or_insert_with(begin).as_mut();
        chunk.programs.iter().for_each(|program| codes.add(program));
        swap(&mut self.memory, &mut depths.memory);
        let before = depths.nodes;
        run::run(depths, chunk, codes);
        swap(&mut self.memory, &mut depths.memory);
        self.nodes += depths.nodes - before;
    }

    /// Forgets the stack and the paths of a thread that has ended.
    pub(crate) fn ended(&mut self, thread: usize) {
        if let Some(ended) = self.threads.get_mut(thread).and_then(Option::take) {
            self.max = self.max.max(ended.depths.max);
            self.is_saturated |= ended.depths.saturated;
        }
    }

    /// Ends all threads. Returns nothing if the path is too long for 32 bits.
    pub(crate) fn finish(mut self) -> Option<JoinedPath> {
        (0..self.threads.len()).for_each(|thread| self.ended(thread));
        let Pair { unit, free } = self.max;
        (!self.is_saturated).then(|| JoinedPath { critical_path: unit.into(), free_induction: free.into() })
    }
}
