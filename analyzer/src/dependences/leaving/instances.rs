//! The construct instances that some location still refers to (the execution index tree of Alchemist, section III.B).
//!
//! An instance is kept as long as a record of a location or an open instance refers to it or to a descendant. The
//! others are found by marking from time to time. So every ancestor is kept that a dependence may still leave.

use paratrace_replay::base::compacting_pool::{CompactingPool, Item};

use super::OPEN;

/// Index of an instance that is a whole loop, and so no construct.
pub(super) const WHOLE_LOOP: u32 = u32::MAX;

/// One instance of a construct: nodes `start..end` of its thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Instance {
    pub(super) parent: u32,
    /// Some ancestor, so chosen that any ancestor is found in a logarithmic number of steps.
    pub(super) jump: u32,
    /// The chain of constructs that ends with this one. That of a whole loop is that of its parent.
    pub(super) context: u32,
    pub(super) start: u64,
    pub(super) end: u64,
    /// Number of constructs in its chain.
    pub(super) depth: u32,
    /// Number of an iteration in its loop; [`WHOLE_LOOP`] for a loop.
    pub(super) index: u32,
}

impl Instance {
    #[inline]
    pub(super) fn duration(&self) -> u64 {
        self.end - self.start
    }

    pub(super) fn is_whole_loop(&self) -> bool {
        self.index == WHOLE_LOOP
    }
}

/// An instance in half a cache line, as there are tens of millions. Times have 48 bits; `high` holds the upper 16 bits of both.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(super) struct Packed {
    parent: u32,
    jump: u32,
    pub(super) context: u32,
    depth: u32,
    index: u32,
    start: u32,
    end: u32,
    high: u32,
}

/// The greatest time; as an end it stands for [`OPEN`].
const LAST: u64 = (1 << 48) - 1;

impl Packed {
    fn new(instance: Instance) -> Self {
        let Instance { parent, jump, context, start, end, depth, index } = instance;
        let high = (start >> 32) as u32 & 0xffff;
        let mut packed = Self { parent, jump, context, depth, index, start: start as u32, end: 0, high };
        packed.set_end(end);
        packed
    }

    #[inline]
    fn set_end(&mut self, end: u64) {
        let end = end.min(LAST);
        self.end = end as u32;
        self.high = self.high & 0xffff | ((end >> 32) as u32) << 16;
    }

    #[inline]
    fn start(&self) -> u64 {
        u64::from(self.start) | u64::from(self.high & 0xffff) << 32
    }

    /// Returns the end; [`LAST`] if it is open.
    #[inline]
    fn end(&self) -> u64 {
        u64::from(self.end) | u64::from(self.high >> 16) << 32
    }

    #[inline]
    fn duration(&self) -> u64 {
        self.end() - self.start()
    }

    #[inline]
    fn instance(self) -> Instance {
        let Self { parent, jump, context, depth, index, .. } = self;
        let (start, end) = (self.start(), self.end());
        Instance { parent, jump, context, start, end: if end == LAST { OPEN } else { end }, depth, index }
    }
}

impl Item for Packed {
    fn parent(&mut self) -> Option<&mut u32> {
        Some(&mut self.parent)
    }

    fn ancestor(&mut self) -> Option<&mut u32> {
        Some(&mut self.jump)
    }
}

/// All instances, parents before children. Instance 0 is the thread.
#[derive(Debug)]
pub(super) struct Instances {
    pub(super) all: CompactingPool<Packed>,
}

impl Instances {
    pub(super) fn new() -> Self {
        let thread = Instance { parent: 0, jump: 0, context: 0, start: 0, end: OPEN, depth: 0, index: 0 };
        Self { all: CompactingPool::new(Packed::new(thread)) }
    }

    #[inline]
    pub(super) fn open(&mut self, instance: Instance) -> u32 {
        self.all.push(Packed::new(instance))
    }

    #[inline]
    pub(super) fn close(&mut self, number: u32, end: u64) {
        self.all.get_mut(number).set_end(end);
    }

    #[inline]
    pub(super) fn get(&self, number: u32) -> Instance {
        self.all.get(number).instance()
    }

    /// Of the instances from `inner` outwards that have ended by a time: returns the innermost one that lasted at least so long; if
    /// there is none, the outermost one of them. Instances must enclose each other.
    #[inline]
    pub(super) fn lasting(&self, inner: u32, ended_by: u64, duration: u64) -> Lasting {
        let mut number = inner;
        let mut at = self.all.at(inner);
        loop {
            if at.duration() >= duration {
                return Lasting { number, depth: at.depth, is_violated: true };
            }
            let jump = self.all.at(at.jump);
            if jump.end() <= ended_by && jump.duration() < duration {
                (number, at) = (at.jump, jump);
                continue;
            }
            let parent = self.all.at(at.parent);
            if parent.end() > ended_by {
                return Lasting { number, depth: at.depth, is_violated: false };
            }
            (number, at) = (at.parent, parent);
        }
    }

    /// Returns the outermost instance from `inner` outwards that has ended by a time.
    pub(super) fn outermost_ended(&self, inner: u32, ended_by: u64) -> Instance {
        self.get(self.lasting(inner, ended_by, u64::MAX).number)
    }
}

/// An instance that an edge may violate. It fits registers: there is one for each edge.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lasting {
    pub(super) number: u32,
    /// Number of constructs in its chain.
    pub(super) depth: u32,
    /// Whether it lasted long enough.
    pub(super) is_violated: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_are_kept_as_they_are() {
        for (start, end) in [(0, 0), (0xffff_ffff, 0x1_0000_0000), (0x1234_5678_9abc, LAST - 1), (7, OPEN)] {
            let instance = Instance { parent: 1, jump: 4, context: 2, start, end, depth: 3, index: u32::MAX };
            assert_eq!(Packed::new(instance).instance(), instance);
        }
    }
}
