//! The execution index tree (Alchemist, section III.B): instances of constructs that some location still remembers.
//!
//! An instance is kept as long as a record of a location or an open instance refers to it or to one inside it; the others
//! are found by marking from time to time. So no ancestor is lost that a dependence may still have to be counted for.

use super::constructs::Construct;
use crate::kept::{Item, Kept, Retained};
use paratrace_traceformat::map::NONE;

/// End of an instance that is open.
pub(crate) const OPEN: u64 = u64::MAX;

/// One instance of a construct: nodes `start..end` of its thread. Instances of whole loops, which are no constructs, are
/// here, too, with `NONE` as their construct.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Instance {
    pub(crate) parent: u32,
    pub(crate) construct: Construct,
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// Of an iteration its number, of a loop that of its last iteration.
    pub(crate) index: u32,
}

impl Item for Instance {
    fn parent(&mut self) -> Option<&mut u32> {
        Some(&mut self.parent)
    }
}

/// Instances, parents before children. Instance 0 is the thread.
#[derive(Debug)]
pub(crate) struct Tree {
    instances: Kept<Instance>,
}

impl Tree {
    pub(crate) fn new() -> Self {
        Self { instances: Kept::new(Instance { parent: 0, construct: NONE, start: 0, end: OPEN, index: 0 }) }
    }

    #[inline]
    pub(super) fn open(&mut self, parent: u32, construct: Construct, start: u64) {
        self.instances.push(Instance { parent, construct, start, end: OPEN, index: 0 });
    }

    /// The next iteration of a loop's instance.
    #[inline]
    pub(super) fn next(&mut self, looped: u32, construct: Construct, start: u64) {
        let around = self.instances.get_mut(looped);
        around.index = around.index.saturating_add(1);
        let index = around.index;
        self.instances.push(Instance { parent: looped, construct, start, end: OPEN, index });
    }

    #[inline]
    pub(super) fn close(&mut self, instance: u32, end: u64) {
        self.instances.get_mut(instance).end = end;
    }

    #[inline]
    pub(super) fn get(&self, instance: u32) -> Instance {
        self.instances.get(instance)
    }

    /// Brings an instance near, if it is there already.
    #[inline]
    pub(super) fn expect(&self, instance: u32) {
        self.instances.expect(instance);
    }

    /// See [`Kept::retain`].
    pub(super) fn retain(&mut self, kept: Vec<bool>, records: usize) -> Retained {
        self.instances.retain(kept, records)
    }

    pub(super) fn full_at(&self) -> usize {
        self.instances.full_at()
    }
}
