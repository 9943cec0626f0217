//! What a thread executed and fetched, by stack, while it is recorded.

use paratrace_cost::MOST_LEVELS;
use paratrace_traceformat::map::MethodId;

use crate::communication::{Contexts, ROOT};

/// What had to be fetched from the memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Fetching {
    /// Lines that the first cache did not have.
    pub(super) misses: u64,
    /// Lines that each further one did not have.
    pub(super) further: [u64; MOST_LEVELS],
    /// In nodes.
    pub(super) time: u64,
}

impl Fetching {
    /// Adds a line that so many caches, one behind the other, did not have.
    pub(super) fn add(&mut self, misses: u64, time: u64) {
        self.misses += u64::from(misses > 0);
        self.further.iter_mut().zip(1..misses).for_each(|(further, _)| *further += 1);
        self.time += time;
    }
}

/// The counts of one thread.
pub(super) struct StackCounts {
    pub(super) contexts: Contexts,
    /// The open activations: region level, and context.
    open: Vec<(u32, u32)>,
    /// By context.
    pub(super) fetched: Vec<Fetching>,
}

impl Default for StackCounts {
    fn default() -> Self {
        Self { contexts: Contexts::new(), open: Vec::new(), fetched: Vec::new() }
    }
}

impl StackCounts {
    pub(super) fn enter(&mut self, level: u32, method: MethodId) {
        let context = self.contexts.callee(self.context(), method);
        self.open.push((level, context));
    }

    /// Regions above this level are left.
    pub(super) fn leave(&mut self, level: u32) {
        while self.open.pop_if(|(open, _)| *open > level).is_some() {}
    }

    /// The running context.
    pub(super) fn context(&self) -> u32 {
        self.open.last().map_or(ROOT, |&(_, context)| context)
    }

    /// Counts nodes. What no activation executes is no node.
    pub(super) fn executed(&mut self, nodes: u64) {
        if let Some(&(_, context)) = self.open.last() {
            self.contexts.figures(context).nodes += nodes;
        }
    }

    pub(super) fn fetch(&mut self, misses: u64, time: u64) {
        let context = self.context() as usize;
        if context >= self.fetched.len() {
            self.fetched.resize(context + 1, Fetching::default());
        }
        self.fetched[context].add(misses, time);
    }
}
