//! The execution index tree (Alchemist, section III.B): the construct instances that some location still refers to.
//!
//! An instance is kept as long as a record of a location or an open instance refers to it or to a descendant. The
//! others are found by marking from time to time. So every ancestor is kept that a dependence may still have to be
//! counted for.

use paratrace_replay::base::compacting_pool::{CompactingPool, Item, Retained};
use paratrace_replay::program::ConstructId;

/// The end of an instance that is still open.
pub(crate) const OPEN: u64 = u64::MAX;

/// One instance of a construct: nodes `start..end` of its thread. Instances of whole loops, which are no constructs,
/// are in the tree with `NONE` as their construct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Instance {
    pub(crate) parent: u32,
    pub(crate) construct: ConstructId,
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// Number of an iteration in its loop; for a loop, the number of its last iteration.
    pub(crate) index: u32,
}

/// An instance in 24 bytes, as there are tens of millions. Times have 48 bits; `high` holds the upper 16 bits of both.
#[derive(Debug, Clone, Copy)]
struct Packed {
    parent: u32,
    construct: ConstructId,
    index: u32,
    start: u32,
    end: u32,
    high: u32,
}

/// The greatest time; as an end it stands for [`OPEN`].
const LAST: u64 = (1 << 48) - 1;

impl Packed {
    fn new(instance: Instance) -> Self {
        let Instance { parent, construct, start, index, .. } = instance;
        let mut packed =
            Self { parent, construct, index, start: start as u32, end: 0, high: (start >> 32) as u32 & 0xffff };
        packed.set_end(instance.end);
        packed
    }

    fn set_end(&mut self, end: u64) {
        let end = end.min(LAST);
        self.end = end as u32;
        self.high = self.high & 0xffff | ((end >> 32) as u32) << 16;
    }

    fn instance(self) -> Instance {
        let Self { parent, construct, index, high, .. } = self;
        let start = u64::from(self.start) | u64::from(high & 0xffff) << 32;
        let end = u64::from(self.end) | u64::from(high >> 16) << 32;
        Instance { parent, construct, start, end: if end == LAST { OPEN } else { end }, index }
    }
}

impl Item for Packed {
    fn parent(&mut self) -> Option<&mut u32> {
        Some(&mut self.parent)
    }
}

/// All instances, parents before children. Instance 0 is the thread.
#[derive(Debug)]
pub(crate) struct Tree {
    instances: CompactingPool<Packed>,
}

impl Tree {
    pub(crate) fn new() -> Self {
        Self {
            instances: CompactingPool::new(Packed::new(Instance {
                parent: 0,
                construct: ConstructId::NONE,
                start: 0,
                end: OPEN,
                index: 0,
            })),
        }
    }

    #[inline]
    pub(super) fn open(&mut self, parent: u32, construct: ConstructId, start: u64) {
        self.instances.push(Packed::new(Instance { parent, construct, start, end: OPEN, index: 0 }));
    }

    /// Opens the next iteration of a loop's instance, and counts it there.
    #[inline]
    pub(super) fn next(&mut self, looped: u32, construct: ConstructId, start: u64) {
        let around = self.instances.get_mut(looped);
        around.index = around.index.saturating_add(1);
        let index = around.index;
        self.instances.push(Packed::new(Instance { parent: looped, construct, start, end: OPEN, index }));
    }

    /// Closes an instance; returns its construct.
    #[inline]
    pub(super) fn close(&mut self, instance: u32, end: u64) -> ConstructId {
        let closed = self.instances.get_mut(instance);
        closed.set_end(end);
        closed.construct
    }

    #[inline]
    pub(super) fn get(&self, instance: u32) -> Instance {
        self.instances.get(instance).instance()
    }

    /// Prefetches an instance, if it is in the pool already.
    #[inline]
    pub(super) fn expect(&self, instance: u32) {
        self.instances.expect(instance);
    }

    /// Compacts the tree; see [`CompactingPool::retain`].
    pub(super) fn retain(&mut self, kept: Vec<bool>, records: usize) -> Retained {
        self.instances.retain(kept, records)
    }

    pub(super) fn full_at(&self) -> usize {
        self.instances.full_at()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_are_kept_as_they_are() {
        for (start, end) in [(0, 0), (0xffff_ffff, 0x1_0000_0000), (0x1234_5678_9abc, LAST - 1), (7, OPEN)] {
            let instance = Instance { parent: 1, construct: ConstructId::new(2), start, end, index: u32::MAX };
            assert_eq!(Packed::new(instance).instance(), instance);
        }
    }
}
